import type { ApiRequest } from './api-request.ts'

/** What addresses in answers begin with: never the name of a host that nobody configured and that the request merely claims. */
export const answeredOrigin = ({ linkOrigin, origin }: Pick<ApiRequest, 'linkOrigin' | 'origin'>): string =>
  linkOrigin?.() ?? origin
