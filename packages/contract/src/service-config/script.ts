import { cacheFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configObject,
  configString,
  configText,
} from './config-field.ts'

/** Settings of script services in every language. */
export const scriptConfig = {
  content: configText({
    names: 'code',
    authority: 'runs later',
    label: 'Content',
    description: 'The script that handles requests to this service.',
  }),
  config: configObject({
    authority: 'runs later',
    label: 'Additional Configuration',
    description: 'Values that the script finds by name.',
  }),
  queued: configBoolean({
    authority: 'runs later',
    label: 'Queue For Later Execution',
    description: 'Responds immediately and runs the script afterwards.',
    default: false,
  }),
  scm_reference: configString({
    authority: 'runs later',
    label: 'Scm Reference',
    description: 'Branch or tag in the repository.',
  }),
  scm_repository: configString({
    authority: 'runs later',
    label: 'Scm Repository',
    description: 'Repository that has the script.',
  }),
  storage_path: configString({
    names: 'file',
    authority: 'runs later',
    label: 'Storage Path',
    description: 'Path of the file with the script.',
  }),
  storage_service_id: configInteger({
    authority: 'runs later',
    label: 'Storage Service Id',
    description: 'File or source control service that has the script instead of its content here.',
  }),
  implements_access_list: configBoolean({
    authority: 'runs later',
    label: 'Script Implements Access List',
    description: 'Asks the script for the components that roles can use. Otherwise they come from the API description.',
    default: false,
  }),
  ...cacheFields,
} satisfies ConfigFields

export const excelConfig = {
  storage_service_id: configInteger({
    authority: 'publishes',
    label: 'Storage Service Id',
    description: 'File service that has the spreadsheets.',
    required: true,
  }),
  storage_container: configString({
    names: 'file',
    authority: 'publishes',
    label: 'Storage Container',
    description: 'Folder of the file service.',
    default: '/',
  }),
} satisfies ConfigFields
