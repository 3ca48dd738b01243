import { cacheFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configObject,
  configPicklist,
  configRows,
  configString,
  configText,
  configVerbs,
} from './config-field.ts'

const named = {
  name: configString({ label: 'Name', required: true }),
  value: configText({ label: 'Value', secret: 'masked' }),
} satisfies ConfigFields

export const rwsConfig = {
  base_url: configText({
    destination: true,
    label: 'Base URL',
    description:
      'URL that requests go to; the path after the name of this service is appended. Empty: as in the API description.',
    format: 'url',
  }),
  replace_link: configBoolean({
    label: 'Replace Hyperlinks',
    description: 'Rewrites links in responses to lead through this service.',
    default: false,
  }),
  implements_access_list: configBoolean({
    label: 'Remote Implements Access List',
    description:
      'Asks the remote API for the components that roles can use. Otherwise they come from the API description.',
    default: false,
  }),
  preserve_forward_trailing_slash: configBoolean({
    label: 'Keep Trailing Slash',
    description: 'Keeps a slash at the end of the path.',
    default: false,
  }),
  options: configObject({
    label: 'CURL Options',
    description:
      'Options of the connection by their names in curl, such as CURLOPT_TIMEOUT (seconds) or CURLOPT_FOLLOWLOCATION.',
    secret: 'members',
    destination: ['PROXY', 'PROXYPORT', 'SSL_VERIFYPEER'],
  }),
  parameters: configRows({
    label: 'Parameters',
    description:
      'Query parameters. Outbound: sent with each request. Cache Key: part of the cache key. Exclude: removes what callers send by that name from both.',
    items: {
      ...named,
      exclude: configBoolean({ label: 'Exclude', default: false }),
      outbound: configBoolean({ label: 'Outbound', default: false }),
      cache_key: configBoolean({ label: 'Cache Key', default: false }),
      action: configVerbs({ label: 'Verbs', default: 0 }),
    },
  }),
  headers: configRows({
    label: 'Headers',
    description:
      'Headers of requests. Pass From Client: sends the header of that name from the caller instead of the value.',
    items: {
      ...named,
      pass_from_client: configBoolean({ label: 'Pass From Client', default: false }),
      action: configVerbs({ label: 'Verbs', default: 0 }),
    },
  }),
  ...cacheFields,
} satisfies ConfigFields

export const soapConfig = {
  wsdl: configString({
    destination: true,
    label: 'WSDL URI',
    description: 'URL of the service description, such as https://example.com/service?wsdl.',
    format: 'url',
    required: true,
  }),
  options: configObject({
    label: 'Options',
    description:
      'Options of the connection: location, login and password (HTTP Basic), soap_version (1.1 or 1.2), timeout (seconds).',
    secret: 'members',
    destination: ['LOCATION', 'LOGIN'],
  }),
  headers: configRows({
    label: 'Headers',
    description: 'Headers of each message; those of the type WSSE go into the security header.',
    items: {
      type: configPicklist({
        label: 'Type',
        values: [
          { name: 'generic', label: 'Generic' },
          { name: 'wsse', label: 'WSSE' },
        ],
        default: 'generic',
      }),
      namespace: configString({ label: 'Namespace' }),
      name: configString({ label: 'Name' }),
      data: configText({ label: 'Data', secret: 'masked' }),
      mustunderstand: configBoolean({ label: 'Must Understand', default: false }),
      actor: configString({ label: 'Actor' }),
    },
  }),
  wsse_username_token: configObject({
    label: 'WSSE Username Token',
    description: 'The user of the security header: username, password, and digest (true) to send a digest of it.',
    secret: 'masked',
  }),
} satisfies ConfigFields
