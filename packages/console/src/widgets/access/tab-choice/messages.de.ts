import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  apiDocs: 'API-Doku',
  schemaData: 'Schema/Daten',
  files: 'Dateien',
  config: 'Konfiguration',
  packages: 'Pakete',
  limits: 'Limits',
  scheduler: 'Zeitplaner',
  usage: 'Nutzung',
  dataHistory: 'Datenverlauf',
  webhooks: 'Webhooks',
}
