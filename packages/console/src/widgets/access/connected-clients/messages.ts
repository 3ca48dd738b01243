import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  disconnectClient: 'Disconnect {name} ({about})',
  disconnectWarning: 'It loses its access until it is connected again.',
  disconnectQuestion: 'Disconnect {name}?',
  disconnect: 'Disconnect',
  connectedClients: 'Connected clients',
  clientDisconnected: 'Client disconnected.',
  mayAdminister: 'may administer',
  readWrite: 'may read and write',
  mayRead: 'may read',
  sinceAndUsed: 'Since <since></since> · used <used></used>',
  sinceNeverUsed: 'Since <since></since> · never used',
  thisComputer: 'this computer',
  aDevice: 'a device',
})
