import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  isCommercial: '{name}: im kommerziellen Produkt verfügbar',
  accessIsCommercial: 'Zugriff auf {name}: im kommerziellen Produkt verfügbar',
  subscribe: 'Abonnieren',
  needsGold: 'Erfordert eine Gold-Lizenz.',
  needsSilver: 'Erfordert eine Silber-Lizenz.',
}
