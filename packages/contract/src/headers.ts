/** Header names of the wire (docs/wire/requests.md). Compared without case, sent as written here. */
export const apiKeyHeader = 'X-DreamFactory-API-Key'
export const sessionTokenHeader = 'X-DreamFactory-Session-Token'
export const scriptTokenHeader = 'X-DreamFactory-Script-Token'
/** First present wins, before the query parameters `_method` and `method`. POST only. */
export const methodOverrideHeaders = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const
export const apiPrefix = '/api/v2'
