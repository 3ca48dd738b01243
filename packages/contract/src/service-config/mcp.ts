import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configObject,
  configPicklist,
  configReference,
  configRows,
  configString,
  configText,
  configTexts,
} from './config-field.ts'

/** Access to an MCP service and restrictions of its tools, whatever it exposes (docs/wire/mcp.md). */
const connection = {
  require_role_access: configBoolean({
    authority: 'plain',
    label: 'Require Role Access',
    description: 'Only administrators and roles with access to this service can connect.',
    default: true,
  }),
  allow_api_key_auth: configBoolean({
    authority: 'plain',
    label: 'Allow API Keys',
    description: 'Accepts the API key of an app with a role, without a signed-in user.',
    default: false,
  }),
  allow_session_auth: configBoolean({
    authority: 'plain',
    label: 'Allow Session Tokens',
    description: 'Accepts session tokens of the API, for your own programs.',
    default: false,
  }),
  app_id: configReference({
    authority: 'plain',
    label: 'App',
    description: 'The app that signed-in users use; it determines their role.',
    source: 'app',
  }),
  lazy_mode: configPicklist({
    authority: 'plain',
    label: 'Lazy Catalogue',
    description: 'Shows a few tools that find the others, instead of all. Automatic: where all would be too long.',
    values: [
      { name: 'auto', label: 'Automatic' },
      { name: 'on', label: 'On' },
      { name: 'off', label: 'Off' },
    ],
    default: 'auto',
  }),
  disabled_tools: configTexts({
    names: 'tool',
    authority: 'decides',
    label: 'Disabled Tools',
    description: 'Names of tools that are hidden and cannot be called.',
  }),
  confirm_writes: configPicklist({
    authority: { reservedExcept: ['destructive', 'all'] },
    label: 'Ask Before Changes',
    description: 'Which changes the user must confirm first.',
    values: [
      { name: 'destructive', label: 'Changes and deletions' },
      { name: 'all', label: 'Everything that writes' },
      { name: 'off', label: 'None' },
    ],
    default: 'destructive',
  }),
} satisfies ConfigFields

/** Limits on each call. */
const bounds = {
  call_timeout: configInteger({
    authority: 'plain',
    label: 'Call Timeout',
    description: 'Timeout of a tool call in seconds.',
    between: [1, 600],
    default: 60,
  }),
  max_characters: configInteger({
    authority: 'plain',
    label: 'Maximum Characters per Response',
    description: 'Longer responses are truncated after a whole item, with an offset for the rest.',
    between: [1_000, 200_000],
    default: 20_000,
  }),
  log_arguments: configBoolean({
    authority: 'plain',
    label: 'Log Arguments',
    description: 'Stores the values of arguments in the request log, without secrets. Their names are always stored.',
    default: false,
  }),
} satisfies ConfigFields

/** How people sign in for an MCP service, and with which registered client. */
const signIn = {
  oauth_client_id: configString({
    authority: 'reserved',
    label: 'OAuth Client ID',
    description: 'For a preregistered client.',
  }),
  oauth_client_secret: configText({
    authority: 'reserved',
    label: 'OAuth Client Secret',
    description: 'Secret of the client; empty for a public client.',
    secret: 'masked',
  }),
  redirect_uris: configTexts({
    authority: 'reserved',
    label: 'Redirect URLs',
    description: 'URLs that this client may redirect users to.',
  }),
  custom_login_url: configText({
    authority: 'reserved',
    label: 'Login Page',
    description: 'A custom sign-in page.',
    format: 'url',
  }),
  auto_oauth_service: configString({
    names: 'service',
    authority: 'reserved',
    label: 'Sign-in Service',
    description: 'Name of the service to sign in with directly.',
  }),
} satisfies ConfigFields

const parameterTypes = ['string', 'number', 'integer', 'boolean'] as const
const parameterPlaces = ['query', 'path', 'body', 'header'] as const
const givenName = configString({ authority: 'decides', label: 'Name', max: 100, required: true, unique: true })
const ownWords = configString({ authority: 'decides', label: 'Description', max: 1000 })
const choices = (names: readonly string[]) => names.map((name) => ({ name, label: name }))

/** A custom tool: a request or a script. */
const customTool = {
  id: configInteger({ authority: 'runs later', label: 'Id' }),
  name: givenName,
  description: ownWords,
  tool_type: configPicklist({
    authority: 'runs later',
    label: 'Type',
    values: choices(['api', 'function']),
    default: 'api',
  }),
  enabled: configBoolean({ authority: 'runs later', label: 'Enabled', default: true }),
  http_method: configPicklist({
    authority: 'runs later',
    label: 'Method',
    values: choices(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    default: 'GET',
  }),
  url: configString({ names: 'address', authority: 'runs later', label: 'URL', max: 2048 }),
  parameters: configRows({
    authority: 'runs later',
    label: 'Parameters',
    items: {
      name: givenName,
      type: configPicklist({
        authority: 'runs later',
        label: 'Type',
        values: choices(parameterTypes),
        default: 'string',
      }),
      in: configPicklist({ authority: 'runs later', label: 'In', values: choices(parameterPlaces), default: 'query' }),
      required: configBoolean({ authority: 'runs later', label: 'Required', default: false }),
      description: ownWords,
    },
  }),
  headers: configObject({ authority: 'runs later', label: 'Headers', secret: 'members' }),
  function: configText({ names: 'code', authority: 'runs later', label: 'Function' }),
  storage_service_id: configInteger({ authority: 'runs later', label: 'Storage Service Id' }),
  scm_repository: configString({ authority: 'runs later', label: 'Scm Repository' }),
  scm_reference: configString({ authority: 'runs later', label: 'Scm Reference' }),
  storage_path: configString({ names: 'file', authority: 'runs later', label: 'Storage Path' }),
} satisfies ConfigFields

/** Settings of MCP services that expose data. */
export const mcpConfig = {
  exposed_services: configTexts({
    names: 'service',
    authority: 'decides',
    label: 'Exposed Services',
    description: 'Names of the services that assistants can use. None: only custom tools.',
  }),
  tool_style: configPicklist({
    authority: 'plain',
    label: 'Tool Style',
    description: 'One tool for all services, which takes the name of the service, or one for each service.',
    values: [
      { name: 'merged', label: 'Merged' },
      { name: 'prefixed', label: 'Prefixed' },
    ],
    default: 'merged',
  }),
  allow_writes: configBoolean({
    authority: 'plain',
    label: 'Allow Writes',
    description: 'Offers tools that create and change records and files.',
    default: false,
  }),
  allow_deletes: configBoolean({
    authority: 'plain',
    label: 'Allow Deletions',
    description: 'Offers tools that delete, where writes are allowed.',
    default: false,
  }),
  allow_procedures: configBoolean({
    authority: 'plain',
    label: 'Allow Procedures',
    description: 'Offers tools that call stored procedures and functions, where writes are allowed.',
    default: false,
  }),
  max_affected: configInteger({
    authority: 'plain',
    label: 'Maximum Records per Change',
    description: 'Requests that change more records are refused.',
    between: [1, 1000],
    default: 100,
  }),
  max_rows: configInteger({
    authority: 'plain',
    label: 'Maximum Records per Response',
    description: 'Maximum number of records per request.',
    between: [1, 1000],
    default: 1000,
  }),
  ...bounds,
  ...connection,
  enabled_tools: configTexts({
    names: 'tool',
    authority: 'decides',
    label: 'Operations',
    description: 'Names of tools for operations of scripts and remote APIs. Only those listed here are offered.',
  }),
  offer_search: configBoolean({
    authority: 'plain',
    label: 'Search and Fetch',
    description: 'Offers the tools search and fetch, without which some clients, such as ChatGPT, cannot research.',
    default: false,
  }),
  instructions: configText({
    authority: 'decides',
    label: 'Instructions',
    description: 'Instructions for assistants, in addition to how the tools are used.',
  }),
  prompts: configRows({
    authority: 'decides',
    label: 'Prompts',
    description: 'Prompts that users choose by name, with {argument} in the text.',
    items: {
      name: givenName,
      description: ownWords,
      text: configText({ authority: 'decides', label: 'Text', required: true }),
    },
  }),
  custom_tools: configRows({
    authority: 'runs later',
    label: 'Custom Tools',
    description: 'Requests and scripts offered to assistants as tools.',
    items: customTool,
  }),
  ...signIn,
} satisfies ConfigFields

/** Settings of MCP services for managing the instance. */
export const systemMcpConfig = {
  allow_writes: configBoolean({
    authority: 'plain',
    label: 'Allow Changes',
    description: 'Offers tools that create and change services, roles and apps.',
    default: false,
  }),
  allow_deletes: configBoolean({
    authority: 'plain',
    label: 'Allow Deletions',
    description: 'Offers tools that delete, where changes are allowed.',
    default: false,
  }),
  reveal_new_keys: configBoolean({
    authority: 'plain',
    label: 'Show New Keys',
    description: 'Shows the assistant the API key of an app that it creates. Otherwise only the console shows it.',
    default: false,
  }),
  ...bounds,
  ...connection,
  ...signIn,
} satisfies ConfigFields
