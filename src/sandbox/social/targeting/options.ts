import { unit } from '../../chance.ts';
import { COUNTRIES } from './countries.ts';

/** One thing people can be targeted by. */
export interface TargetingOption {
  id: string;
  name: string;
  type: string;
  path: string[];
  description?: string;
  topic?: string;
  audience_size_lower_bound: number;
  audience_size_upper_bound: number;
}

/** Topic, a bar, its members. */
const INTERESTS = `
Business and industry|Advertising; Agriculture; Architecture; Aviation; Banking; Construction; Design; Economics; Engineering; Entrepreneurship; Health care; Higher education; Management; Marketing; Online shopping; Personal finance; Real estate; Retail; Sales; Science; Small business
Entertainment|Action games; Board games; Browser games; Card games; Casino games; First-person shooter games; Online games; Puzzle video games; Role-playing games; Sports games; Strategy games; Word games; Live events; Movies; Action movies; Animated movies; Comedy movies; Documentary movies; Music; Blues music; Classical music; Country music; Dance music; Hip hop music; Jazz music; Pop music; Rock music; Reading; Books; Comics; E-books; Fiction books; Magazines; TV comedies; TV reality shows
Family and relationships|Dating; Family; Fatherhood; Friendship; Marriage; Motherhood; Parenting; Weddings
Fitness and wellness|Bodybuilding; Dieting; Gyms; Meditation; Nutrition; Physical exercise; Physical fitness; Running; Weight training; Yoga; Zumba; Marathons; Pilates; Trail running
Food and drink|Beer; Beverages; Coffee; Distilled beverage; Energy drinks; Juice; Soft drinks; Tea; Wine; Baking; Cooking; Barbecue; Chocolate; Desserts; Fast food; Italian cuisine; Japanese cuisine; Mexican cuisine; Organic food; Pizza; Recipes; Restaurants; Seafood; Veganism; Vegetarianism
Hobbies and activities|Acting; Crafts; Dance; Drawing; Drums; Fine art; Guitar; Painting; Performing arts; Photography; Sculpture; Singing; Writing; Current events; Do it yourself; Furniture; Gardening; Home appliances; Home improvement; Cats; Dogs; Birds; Fish; Horses; Pet food; Rabbits; Politics; Community issues; Charity and causes; Environmentalism; Law; Volunteering; Beaches; Car rentals; Cruises; Ecotourism; Hotels; Lakes; Mountains; Nature; Theme parks; Tourism; Vacations; Automobiles; Boats; Electric vehicle; Hybrids; Minivans; Motorcycles; RVs; SUVs; Scooters; Trucks
Shopping and fashion|Beauty salons; Cosmetics; Fragrances; Hair products; Spas; Tattoos; Children's clothing; Men's clothing; Shoes; Women's clothing; Dresses; Handbags; Jewelry; Sunglasses; Boutiques; Coupons; Discount stores; Luxury goods; Shopping malls; Running shoes; Sneakers; Sportswear; Outdoor clothing
Sports and outdoors|Boating; Camping; Fishing; Horseback riding; Hunting; Mountain biking; Surfing; Hiking; Climbing; Skiing; Snowboarding; American football; Association football (Soccer); Auto racing; Baseball; Basketball; College football; Golf; Swimming; Tennis; Triathlons; Volleyball
Technology|Computer memory; Computer monitors; Computer processors; Computer servers; Desktop computers; Free software; Hard drives; Network storage; Software; Tablet computers; Audio equipment; Camcorders; Cameras; E-book readers; GPS devices; Game consoles; Mobile phones; Portable media players; Projectors; Smartphones; Televisions; Wearable technology`;

const BEHAVIORS = `
Anniversary|Anniversary within 61-90 days; Anniversary within 31-60 days
Consumer Classification > Brazil|People who prefer high-value goods in Brazil; People who prefer mid and high-value goods in Brazil
Consumer Classification > India|People who prefer high-value goods in India; People who prefer mid and high-value goods in India
Consumer Classification > Mexico|People who prefer high-value goods in Mexico
Digital activities|Canvas gaming; Console gamers; Facebook access: older devices and OS; Facebook page admins; Food and drink creators; Internet browser used: Chrome; Internet browser used: Firefox; Internet browser used: Microsoft Edge; Internet browser used: Safari; New active business (< 6 months); New active business (< 12 months); New active business (< 24 months); Operating system used: Mac OS X; Operating system used: Windows 10; People who have visited Facebook Gaming; Retail page admins; Health and beauty page admins; Sports page admins; Travel and tourism page admins; Small business owners; Technology early adopters; Technology late adopters; Shops admins
Mobile Device User|New smartphone and tablet users; Owns: OnePlus; Network connection: 2G; Network connection: 3G; Network connection: 4G; Network connection: WiFi
Mobile Device User > All mobile devices by brand|Owns: Alcatel; Owns: Galaxy S23; Owns: Galaxy S24; Owns: Google Pixel; Owns: HTC; Owns: Huawei; Owns: iPad Air; Owns: iPad Pro; Owns: iPhone 13; Owns: iPhone 14; Owns: iPhone 15; Owns: iPhone 16; Owns: LG; Owns: Motorola; Owns: Nokia; Owns: Oppo; Owns: Sony; Owns: Vivo; Owns: Xiaomi; Owns: ZTE
Mobile Device User > Device use time|Uses a mobile device (less than 1 month); Uses a mobile device (1-3 months); Uses a mobile device (4-6 months); Uses a mobile device (7-9 months); Uses a mobile device (10-12 months); Uses a mobile device (13-18 months); Uses a mobile device (19-24 months); Uses a mobile device (25 months+)
Purchase behavior|Engaged Shoppers
Soccer|Friends of football fans; Soccer fans (high content engagement); Soccer fans (moderate content engagement)
Travel|Commuters; Frequent international travelers; Frequent travelers; Returned from travels 1 week ago; Returned from travels 2 weeks ago`;

const OTHERS: Record<string, string> = {
  demographics: `
Education|Field of study: Business; Field of study: Computer science; Field of study: Medicine
Parents|Parents (All); Parents with adult children (18-26 years); Parents with early school-age children (06-08 years); Parents with preschoolers (03-05 years); Parents with teenagers (13-17 years); Parents with toddlers (01-02 years)`,
  life_events: `
Life events|Anniversary within 30 days; Away from family; Away from hometown; Birthday in 01-30 days; Upcoming birthday; Friends of people with birthdays in a week; Long-distance relationship; New job; New relationship; Newly engaged (3 months); Newly engaged (6 months); Newlywed (3 months); Newlywed (1 year); Recently moved`,
  industries: `
Work > Industries|Administrative services; Architecture and engineering; Arts, entertainment, sports and media; Business and finance; Cleaning and maintenance services; Community and social services; Computation and mathematics; Construction and extraction; Education and libraries; Farming, fishing and forestry; Food and restaurants; Government employees (global); Healthcare and medical services; IT and technical services; Installation and repair services; Legal services; Management; Military (global); Production; Protective services; Sales; Transportation and moving; Veterans (US)`,
  income: `
Financial > Income|Household income: top 5% of ZIP codes (US); Household income: top 10% of ZIP codes (US); Household income: top 10%-25% of ZIP codes (US); Household income: top 25%-50% of ZIP codes (US)`,
  family_statuses: `
Parents > All parents|New parents (0-12 months); Parents (up to 12 months); Parents with toddlers (01-02 years)`,
};

function optionsOf(type: string, table: string, firstId: number): TargetingOption[] {
  const lines = table.trim().split('\n');
  const entries = lines.flatMap((line) => {
    const [place, names] = line.split('|') as [string, string];
    return names.split(';').map((name) => ({ path: place.split(' > '), name: name.trim() }));
  });
  return entries.map(({ path, name }, index) => optionFor(type, String(firstId + index * 137), name, path));
}

function optionFor(type: string, id: string, name: string, path: string[]): TargetingOption {
  const lower = Math.round(200_000 + unit(type, name) ** 3 * 900_000_000);
  return {
    id,
    name,
    type,
    path: [TITLES[type] ?? type, ...path, name],
    ...(type !== 'interests' && { description: `People to whom this applies: ${name}.` }),
    ...(type === 'interests' && { topic: path[0]! }),
    audience_size_lower_bound: lower,
    audience_size_upper_bound: Math.round(lower * 1.176),
  };
}

const TITLES: Record<string, string> = {
  interests: 'Interests',
  behaviors: 'Behaviors',
  demographics: 'Demographics',
  life_events: 'Demographics',
  industries: 'Demographics',
  income: 'Demographics',
  family_statuses: 'Demographics',
};

const expats = `Expats|${COUNTRIES.map(({ name }) => `Lived in ${name} (formerly Expats - ${name})`).join('; ')}`;

export const OPTIONS: Readonly<Record<string, readonly TargetingOption[]>> = {
  interests: optionsOf('interests', INTERESTS, 6_003_100_000_000),
  behaviors: optionsOf('behaviors', `${BEHAVIORS}\n${expats}`, 6_002_700_000_000),
  demographics: optionsOf('demographics', OTHERS.demographics!, 6_023_000_000_000),
  life_events: optionsOf('life_events', OTHERS.life_events!, 6_002_714_000_000),
  industries: optionsOf('industries', OTHERS.industries!, 6_009_000_000_000),
  income: optionsOf('income', OTHERS.income!, 6_107_000_000_000),
  family_statuses: optionsOf('family_statuses', OTHERS.family_statuses!, 6_023_500_000_000),
};

export const ALL_OPTIONS: readonly TargetingOption[] = Object.values(OPTIONS).flat();
