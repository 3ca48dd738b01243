import { catalogue } from '../../../language/catalogue.ts'

/** Texts shown instead of content that a licence does not include. */
export const t = catalogue({
  isCommercial: '{name} is available in the commercial product',
  accessIsCommercial: 'Access to {name} is available in the commercial product',
  subscribe: 'Subscribe',
  needsGold: 'It needs a Gold licence.',
  needsSilver: 'It needs a Silver licence.',
})
