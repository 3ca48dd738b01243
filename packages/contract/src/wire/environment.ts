/**
 * The response of `GET system/environment` (docs/wire/environment.md). Every member is optional, because callers with fewer
 * rights get less and other servers omit what they do not know.
 */
export interface Environment {
  authentication?: Authentication
  apps?: EnvironmentApp[]
  platform?: Platform
  server?: { server_os?: string; release?: string; version?: string; host?: string; machine?: string }
  client?: { user_agent?: string; ip_address?: string; locale?: string }
  config?: {
    always_wrap_resources?: boolean
    resources_wrapper?: string
    db?: Record<string, unknown>
  }
  /** Only on servers written in PHP. */
  php?: { core?: { php_version?: string }; general?: { server_api?: string } }
  runtime?: { name?: string; version?: string; server_api?: string; script_weaknesses?: ScriptWeakness[] }
  home_links?: HomeLink[]
  /**
   * How this instance appears in the console: `name` and `colour` for everyone, if set; for unrestricted administrators also
   * `readOnly`, whether the console is locked, null if not set.
   */
  instance?: { name?: string; colour?: string; readOnly?: boolean | null }
}

/**
 * What only their interpreter keeps scripts from doing on the machine of an instance: outliving the instance's process, using the network,
 * seeing the data folder.
 */
export const scriptWeaknesses = ['processes', 'network', 'data_folder'] as const
export type ScriptWeakness = (typeof scriptWeaknesses)[number]

export interface Authentication {
  admin?: LoginPath
  user?: LoginPath
  oauth?: LoginProvider[]
  adldap?: LoginProvider[]
  saml?: LoginProvider[]
  allow_open_registration?: boolean
  open_reg_email_service_id?: number | null
  allow_forever_sessions?: boolean
  login_attribute?: 'email' | 'username'
  password_min_length?: number
  /** Whether people can sign in with a passkey (docs/wire/two-step.md); absent means no. */
  passkeys?: boolean
}

export interface LoginPath {
  path: string
  verb: string | string[]
  payload?: Record<string, string>
}

export interface LoginProvider extends LoginPath {
  name: string
  label: string
  type?: string
  icon_class?: string | null
}

export interface EnvironmentApp {
  id: number
  name: string
  description: string | null
  url: string
  is_default: boolean
  allow_fullscreen_toggle?: boolean
  requires_fullscreen?: boolean
  toggle_location?: string
  /** The API key that the tab uses. Only for apps that are tabs of the console, and signed-in callers. */
  api_key?: string
}

export interface Platform {
  root_admin_exists?: boolean
  version?: string
  bitnami_demo?: boolean
  is_hosted?: boolean
  is_trial?: boolean
  license?: string
  license_key?: string | false
  secured_package_export?: boolean
  install_type?: string
  aws_product_code?: string
  aws_instance_id?: string
  df_instance_id?: string
  db_driver?: string
  sqlite_storage?: string
  install_path?: string
  log_path?: string
  log_mode?: string
  log_level?: string
  cache_driver?: string
  cache_path?: string
  app_debug?: boolean
  packages?: { name: string; version: string }[] | { error: string }
  /** Origin of the apps that this server hosts, if it differs from the server's own. */
  apps_url?: string
  /** Names of features beyond the common wire. The console shows such a feature only if it is listed here. */
  features?: string[]
}

export interface HomeLink {
  name: string
  label?: string
  href?: string
  template?: string
  attributes?: string[]
}
