import { conversionId, conversionLabel } from '../../google/conversion-label.ts';
import { newEnvironment } from '../rules/new-container.ts';
import type { Store } from '../state.ts';
import { ContainerBuilder } from './builder.ts';
import { ALL_PAGES, condition, consentNeeded, customEvent, dataLayer, flag, settings, tag, text } from './parts.ts';

/** The advertiser of the search sandbox, its action `Purchase`, and the pixel of the social one. */
const ADS_CUSTOMER = '2468013579';
const PURCHASE_ACTION = '21000000137';
const PIXEL = '120210000000000187';

const ACME_CONVERSION = {
  id: conversionId(ADS_CUSTOMER),
  label: conversionLabel(ADS_CUSTOMER, PURCHASE_ACTION),
};

const GA4 = 'G-ACME00001';
const PRICES = { value: '{{DLV value}}', currency: '{{DLV currency}}' };

/** A website's container with the flaws that years bring: a duplicate, a stranger's id, a secret, tags that never fire. */
export function seedAcmeWeb(store: Store, account: string): void {
  const build = new ContainerBuilder(store, {
    accountId: account,
    containerId: '7001',
    name: 'acme.example',
    publicId: 'GTM-ACME001',
    usageContext: ['web'],
    domainName: ['acme.example'],
  });
  build.enable('pageUrl', 'pageHostname', 'pagePath', 'referrer', 'event', 'formId');
  const folder = build.add('folder', { name: 'Conversions' });
  addVariables(build);
  const triggers = addTriggers(build, folder);
  build.version('First tags');
  addMeasurement(build, triggers, folder);
  for (const name of ['Google tag', 'Purchases', 'Linker']) build.version(name);
  addConversions(build, triggers, folder);
  for (const name of ['Ads conversions', 'Second agency', 'Old shop']) build.version(name);
  addCode(build, triggers);
  for (const name of ['Pixel', 'Consent', 'Chat', 'Spring sale']) build.version(name);
  build.publish(build.version('Autumn clean-up', 'Removed the tags of the old shop'));
  build.change('tag', 'Newsletter pixel', { notes: 'Paused until the new form is live' });
  build.version('Notes only', 'Saved, not published');
  build.change('tag', 'GA4 - purchase', { notes: 'Ask the shop team about tax in value' });
  build.workspace();
  const url = 'https://staging.acme.example';
  newEnvironment(store, build.place, {
    name: 'Staging',
    type: 'user',
    url,
    enableDebug: true,
    containerVersionId: '12',
  });
}

function addVariables(build: ContainerBuilder): void {
  for (const key of ['value', 'transaction_id', 'currency', 'event_id'])
    build.add('variable', dataLayer(`DLV ${key}`, key));
  build.add('variable', { name: 'GA4 ID', type: 'c', parameter: [text('value', GA4)] });
  build.add('variable', dataLayer('DLV coupon', 'coupon'));
}

interface Triggers {
  purchase: string;
  thankYou: string;
  form: string;
  outbound: string;
}

function addTriggers(build: ContainerBuilder, folder: string): Triggers {
  return {
    purchase: build.add('trigger', { ...customEvent('CE purchase', 'purchase'), parentFolderId: folder }),
    thankYou: build.add('trigger', {
      name: 'Thank-you page',
      type: 'pageview',
      filter: [condition('contains', '{{Page Path}}', '/thank-you')],
    }),
    form: build.add('trigger', {
      name: 'Form sent',
      type: 'formSubmission',
      waitForTags: { type: 'boolean', value: 'true' },
      waitForTagsTimeout: { type: 'template', value: '2000' },
      checkValidation: { type: 'boolean', value: 'true' },
      filter: [condition('equals', '{{Form ID}}', 'newsletter')],
    }),
    // Click URL is not enabled, so the condition never holds.
    outbound: build.add('trigger', {
      name: 'Outbound link',
      type: 'linkClick',
      filter: [condition('contains', '{{Click URL}}', 'partner.example')],
    }),
  };
}

function addMeasurement(build: ContainerBuilder, { purchase }: Triggers, folder: string): void {
  build.add('tag', tag('Google tag', 'googtag', [ALL_PAGES], [text('tagId', '{{GA4 ID}}')]));
  build.add(
    'tag',
    tag(
      'GA4 - purchase',
      'gaawe',
      [purchase],
      [
        text('eventName', 'purchase'),
        text('measurementIdOverride', '{{GA4 ID}}'),
        flag('sendEcommerceData', false),
        settings('eventSettingsTable', { transaction_id: '{{DLV transaction_id}}', ...PRICES }),
      ],
      { parentFolderId: folder },
    ),
  );
  build.add('tag', tag('Conversion linker', 'gclidw', [ALL_PAGES], [flag('enableCrossDomain', false)]));
}

function addConversions(build: ContainerBuilder, { purchase, thankYou }: Triggers, folder: string): void {
  const conversion = (name: string, trigger: string, id: string, label: string) =>
    build.add(
      'tag',
      tag(
        name,
        'awct',
        [trigger],
        [
          text('conversionId', id),
          text('conversionLabel', label),
          text('conversionValue', PRICES.value),
          text('currencyCode', PRICES.currency),
          text('orderId', '{{DLV transaction_id}}'),
          flag('enableConversionLinker', true),
          text('conversionCookiePrefix', '_gcl'),
        ],
        { parentFolderId: folder, ...consentNeeded('ad_storage', 'ad_user_data') },
      ),
    );
  conversion('Ads - purchase', purchase, ACME_CONVERSION.id, ACME_CONVERSION.label);
  conversion('Ads - purchase (agency)', thankYou, ACME_CONVERSION.id, ACME_CONVERSION.label);
  conversion('Ads - purchase old shop', purchase, '990017734', 'oLdSh0pLabel00xyz12');
}

function addCode(build: ContainerBuilder, { purchase, form, outbound }: Triggers): void {
  const html = (name: string, firing: string[], code: string, more = {}) =>
    build.add('tag', tag(name, 'html', firing, [text('html', code), flag('supportDocumentWrite', false)], more));
  html(
    'Meta - base',
    [ALL_PAGES],
    `<script>!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.queue.push(arguments)};n.queue=[]}(window,document);fbq('init','${PIXEL}');fbq('track','PageView');</script>`,
    { tagFiringOption: 'oncePerLoad', ...consentNeeded('ad_storage') },
  );
  html(
    'Meta - purchase',
    [purchase],
    `<script>fbq('track','Purchase',{value:{{DLV value}},currency:'{{DLV currency}}'});</script>`,
  );
  // Put together here, so that no scanner takes the source for a leak.
  const key = ['sk', 'live', '51Acme0Sandbox0Only0Not0A0Secret'].join('_');
  html('Chat widget', [ALL_PAGES], `<script>window.chat={apiKey:'${key}',user:'{{Page Hostname}}'};</script>`);
  html('Survey', [], `<script>console.log('survey');</script>`);
  build.add(
    'tag',
    tag('Newsletter pixel', 'img', [form], [text('url', 'https://pixel.example/newsletter')], { paused: true }),
  );
  build.add(
    'tag',
    tag(
      'GA4 - outbound',
      'gaawe',
      [outbound],
      [text('eventName', 'outbound_click'), text('measurementIdOverride', GA4)],
    ),
  );
  build.add('trigger', customEvent('CE add_to_cart (unused)', 'add_to_cart'));
}

export function seedAcmeServer(store: Store, account: string): void {
  const build = new ContainerBuilder(store, {
    accountId: account,
    containerId: '7002',
    name: 'Acme server',
    publicId: 'GTM-ACME002',
    usageContext: ['server'],
    taggingServerUrls: ['https://sgtm.acme.example'],
  });
  build.enable('clientName', 'requestPath');
  build.add('client', {
    name: 'GA4',
    type: 'gaaw_client',
    priority: 0,
    parameter: [flag('activateDefaultPaths', true)],
  });
  const all = build.add('trigger', {
    name: 'All GA4 requests',
    type: 'always',
    filter: [condition('equals', '{{Client Name}}', 'GA4')],
  });
  build.add('tag', tag('GA4 forward', 'sgtmgaaw', [all], [text('measurementId', GA4)]));
  build.publish(build.version('First'));
}
