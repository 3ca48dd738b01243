import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const tokenMessages = catalogue({
  accessTokens: 'Access tokens',
  planConfig: 'Read and plan configuration',
  applyConfig: 'Apply configuration',
  applyPrograms: 'Apply scripts and tasks',
  programsHelp: 'Scripts, scheduled tasks and webhooks too: whoever has the token can run code on this instance.',
  allTabs: 'All tabs',
  createdAndUsed: 'Created <created></created> · used <used></used>',
  createdNeverUsed: 'Created <created></created> · never used',
  endsThen: 'ends <ends></ends>',
  expired: 'Expired',
  revokeOne: 'Revoke {name}',
  revokeQuestion: 'Revoke the access token {name}?',
  revokeWarning: 'Programs that use it are refused immediately.',
  revoke: 'Revoke',
  tokenRevoked: 'Access token revoked.',
})
