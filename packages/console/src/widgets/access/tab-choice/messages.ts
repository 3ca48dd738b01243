import { catalogue } from '../../../language/catalogue.ts'

/** Names of tabs as they are granted. */
export const t = catalogue({
  apiDocs: 'API Docs',
  schemaData: 'Schema/Data',
  files: 'Files',
  config: 'Config',
  packages: 'Packages',
  limits: 'Limits',
  scheduler: 'Scheduler',
  usage: 'Usage',
  dataHistory: 'Data History',
  webhooks: 'Webhooks',
})
