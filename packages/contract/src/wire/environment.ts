/**
 * What `GET system/environment` answers (docs/wire/environment.md). Callers who may see less get less, and other servers
 * leave out what they do not know, so every member is optional to a reader.
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
  /** Of servers that are written in PHP. */
  php?: { core?: { php_version?: string }; general?: { server_api?: string } }
  runtime?: { name?: string; version?: string; server_api?: string }
  home_links?: HomeLink[]
  /**
   * How this instance appears in the console: `name` and `colour` for everyone, if set; for unrestricted administrators also
   * `readOnly`, whether the console is locked, null if not set.
   */
  instance?: { name?: string; colour?: string; readOnly?: boolean | null }
}

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
  /** Whether people can sign in with a passkey (docs/wire/two-step.md); absent: no. */
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
  /** Only of apps that tabs of the console are, for people who are signed in: the key that the tab calls with. */
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
  /** Scheme and host of the apps that this server hosts, where that is not its own. */
  apps_url?: string
  /** Names of what this server offers beyond the common wire; a console shows such a thing only when it is named here. */
  features?: string[]
}

export interface HomeLink {
  name: string
  label?: string
  href?: string
  template?: string
  attributes?: string[]
}
