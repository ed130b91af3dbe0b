import { createRequire } from 'node:module';

type Fields = readonly string[];
type Params = Record<string, unknown>;
type Row = Record<string, unknown>;

/** A list as the SDK gives it: an array of the page, with the way to the next one. */
export interface SdkCursor extends Array<SdkObject> {
  next(): Promise<SdkCursor>;
  hasNext(): boolean;
  previous(): Promise<SdkCursor>;
  hasPrevious(): boolean;
  summary?: Row;
  headers?: Record<string, string>;
}

/** The few of the SDK's generated methods that the proof uses. */
export interface SdkObject {
  id: string;
  _data: Row;
  get(fields: Fields, params?: Params): Promise<SdkObject>;
  update(fields: Fields, params: Params): Promise<SdkObject>;
  delete(fields: Fields, params?: Params): Promise<SdkObject>;
  getAdAccounts(fields: Fields, params?: Params): Promise<SdkCursor>;
  getCampaigns(fields: Fields, params?: Params): Promise<SdkCursor>;
  getAdSets(fields: Fields, params?: Params): Promise<SdkCursor>;
  getAds(fields: Fields, params?: Params): Promise<SdkCursor>;
  getAdCreatives(fields: Fields, params?: Params): Promise<SdkCursor>;
  getCustomAudiences(fields: Fields, params?: Params): Promise<SdkCursor>;
  getInsights(fields: Fields, params?: Params): Promise<SdkCursor>;
  getInsightsAsync(fields: Fields, params?: Params): Promise<SdkObject>;
  getTargetingSearch(fields: Fields, params?: Params): Promise<SdkCursor>;
  getDeliveryEstimate(fields: Fields, params?: Params): Promise<SdkCursor>;
  getAdsPixels(fields: Fields, params?: Params): Promise<SdkCursor>;
  getPromotePages(fields: Fields, params?: Params): Promise<SdkCursor>;
  getOwnedProductCatalogs(fields: Fields, params?: Params): Promise<SdkCursor>;
  getProductSets(fields: Fields, params?: Params): Promise<SdkCursor>;
  getMedia(fields: Fields, params?: Params): Promise<SdkCursor>;
  getPublishedPosts(fields: Fields, params?: Params): Promise<SdkCursor>;
  createUser(fields: Fields, params: Params): Promise<SdkObject>;
  deleteUsers(params: Params): Promise<SdkObject>;
  createCampaign(fields: Fields, params: Params): Promise<SdkObject>;
  createAdSet(fields: Fields, params: Params): Promise<SdkObject>;
  createAd(fields: Fields, params: Params): Promise<SdkObject>;
  createAdCreative(fields: Fields, params: Params): Promise<SdkObject>;
  createAdImage(fields: Fields, params: Params): Promise<SdkObject>;
  createAdVideo(fields: Fields, params: Params): Promise<SdkObject>;
  createCustomAudience(fields: Fields, params: Params): Promise<SdkObject>;
  createCustomConversion(fields: Fields, params: Params): Promise<SdkObject>;
  getCustomConversions(fields: Fields, params?: Params): Promise<SdkCursor>;
  getStats(fields: Fields, params?: Params): Promise<SdkCursor>;
  createLeadGenForm(fields: Fields, params: Params): Promise<SdkObject>;
  getLeadGenForms(fields: Fields, params?: Params): Promise<SdkCursor>;
  getLeads(fields: Fields, params?: Params): Promise<SdkCursor>;
  createTestLead(fields: Fields, params?: Params): Promise<SdkObject>;
}

type Make = new (id: string | null, data?: Row) => SdkObject;

interface SdkApi {
  setShowHeader(show: boolean): SdkApi;
  call(method: string, path: readonly string[], params?: Params): Promise<Row>;
}

/** The SDK's builders of server events: each setter gives the builder back. */
interface SdkPerson {
  setEmail(email: string): SdkPerson;
  setPhone(phone: string): SdkPerson;
  setClientUserAgent(agent: string): SdkPerson;
  setFbc(fbc: string): SdkPerson;
  setLeadId(lead: string): SdkPerson;
}

interface SdkCustomData {
  setValue(value: number): SdkCustomData;
  setCurrency(currency: string): SdkCustomData;
}

interface SdkServerEvent {
  setEventName(name: string): SdkServerEvent;
  setEventTime(seconds: number): SdkServerEvent;
  setEventId(id: string): SdkServerEvent;
  setActionSource(source: string): SdkServerEvent;
  setEventSourceUrl(url: string): SdkServerEvent;
  setUserData(person: SdkPerson): SdkServerEvent;
  setCustomData(data: SdkCustomData): SdkServerEvent;
}

interface SdkEventRequest {
  setTestEventCode(code: string): SdkEventRequest;
  execute(): Promise<{ events_received: number; messages: string[]; fbtrace_id: string }>;
}

type OnReply = (reply: { _body?: Row }) => void;

interface SdkBatch {
  add(
    method: string,
    path: readonly string[],
    params: Params,
    files: undefined,
    success: OnReply,
    failure: OnReply,
  ): Row;
  execute(): Promise<unknown>;
}

export interface Sdk {
  FacebookAdsApi: { init(token: string, locale: string, crashReporter: boolean): SdkApi };
  FacebookAdsApiBatch: new (api: SdkApi) => SdkBatch;
  User: Make;
  AdAccount: Make;
  Campaign: Make;
  AdSet: Make;
  Ad: Make;
  AdCreative: Make;
  CustomAudience: Make;
  Business: Make;
  IGUser: Make;
  Page: Make;
  AdsPixel: Make;
  CustomConversion: Make;
  LeadgenForm: Make;
  Lead: Make;
  UserData: new () => SdkPerson;
  CustomData: new () => SdkCustomData;
  ServerEvent: new () => SdkServerEvent;
  EventRequest: new (token: string, dataset: string, events: readonly SdkServerEvent[]) => SdkEventRequest;
}

/** The platform's own SDK, speaking to the emulator instead. */
export function officialSdk(origin: string): Sdk {
  const sdk: Sdk = createRequire(import.meta.url)('facebook-nodejs-business-sdk');
  const addresses = { GRAPH: origin, GRAPH_VIDEO: origin, VERSION: 'v26.0' };
  for (const [name, value] of Object.entries(addresses))
    Object.defineProperty(sdk.FacebookAdsApi, name, { get: () => value, configurable: true });
  return sdk;
}
