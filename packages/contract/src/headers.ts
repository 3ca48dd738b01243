/** Header names of the wire (docs/wire/requests.md). Case-insensitive, sent as written here. */
export const apiKeyHeader = 'X-DreamFactory-API-Key'
export const sessionTokenHeader = 'X-DreamFactory-Session-Token'
export const scriptTokenHeader = 'X-DreamFactory-Script-Token'
/** The first one present wins, before the query parameters `_method` and `method`. POST only. */
export const methodOverrideHeaders = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const
export const apiPrefix = '/api/v2'
/** Sent to a configured licence service, never to an instance (docs/wire/console.md). */
export const licenceKeyHeader = 'X-DreamFactory-License-Key'
export const licenceInstanceHeader = 'X-DreamFactory-Instance-Id'
