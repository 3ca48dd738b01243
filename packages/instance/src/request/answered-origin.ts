import type { ApiRequest } from './api-request.ts'

/** Returns the origin for URLs in responses: never an unconfigured host that the request merely claims. */
export const responseOrigin = ({ linkOrigin, origin }: Pick<ApiRequest, 'linkOrigin' | 'origin'>): string =>
  linkOrigin?.() ?? origin
