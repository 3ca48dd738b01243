import { licenceInstanceHeader, licenceKeyHeader } from '@millwright/contract/headers'
import type { Platform } from '@millwright/contract/wire/environment'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUser } from './browser-session.ts'
import { currentSettings } from './current-settings.ts'
import { useEnvironment } from './environment.ts'
import { askExternal, type ExternalAnswer } from './external-endpoint.ts'
import { t } from './messages.ts'

/** What is known of a subscription. */
export interface Licence {
  /** 401: expired or not valid. */
  readonly status: number
  /** The state of the subscription in a word, such as `Paid`. */
  readonly state: string
  readonly message: string
  readonly renewalDate: string
  /** The console must not be used any more. */
  readonly disableUi: boolean
}

const invalid: Licence = {
  status: 401,
  state: '',
  get message() {
    return t.licenseKeyIsInvalid
  },
  renewalDate: '',
  disableUi: false,
}

/** The subscription of the instance; null where none is needed, nobody can be asked, or the asked does not answer. */
export function useLicence(): Licence | null {
  const { platform } = useEnvironment()
  return useQuery(licenceQuery(useUser() === null ? undefined : platform)).data ?? null
}

function licenceQuery(platform: Platform | undefined) {
  const asked = currentSettings().licenseUrl !== '' && platform && needsSubscription(platform)
  return queryOptions({
    queryKey: ['licence', platform?.license_key, platform?.aws_instance_id, platform?.aws_product_code],
    queryFn: asked ? () => findLicence(platform) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

function needsSubscription({ license }: Platform): boolean {
  return license === 'GOLD' || license === 'SILVER'
}

async function findLicence(platform: Platform): Promise<Licence | null> {
  const { license_key: key, aws_instance_id: instance } = platform
  if (!key) return instance ? marketplaceLicence(platform) : invalid
  const answer = await askExternal('licenseUrl', {
    headers: { [licenceKeyHeader]: key, ...(instance ? { [licenceInstanceHeader]: instance } : {}) },
  })
  return answer && readLicence(answer)
}

/** The subscription of an instance that was bought at the marketplace; its product code and identifier tell. */
export function marketplaceLicence({
  aws_product_code: product = '',
  aws_instance_id: instance = '',
}: Pick<Platform, 'aws_product_code' | 'aws_instance_id'>): Licence {
  const valid = product.length === 25 && instance.startsWith('i-')
  return valid ? { ...invalid, status: 200, state: t.paid, message: '', renewalDate: t.viewInAwsConsole } : invalid
}

/** The answer of a licence service; a refusal says the same things as an agreement. Null: it makes no sense. */
export function readLicence({ status, body }: ExternalAnswer): Licence | null {
  if (typeof body !== 'object' || body === null) return null
  const given = new Map<string, unknown>(Object.entries(body))
  const text = (name: string) => {
    const value = given.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return {
    status: Number(text('status_code') || status),
    state: text('msg'),
    message: text('message'),
    renewalDate: text('renewal_date'),
    disableUi: [true, 'true'].some((yes) => given.get('disable_ui') === yes),
  }
}
