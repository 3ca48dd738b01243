import { catalogue } from '../../language/catalogue.ts'

/** Texts of the page of an expired subscription. */
export const t = catalogue({
  subscriptionExpired: 'Subscription expired',
  expiredHelp: 'The subscription of this instance has expired. Contact sales or your administrator to renew it.',
})
