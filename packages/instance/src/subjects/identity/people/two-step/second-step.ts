import { Problem } from '@millwright/contract/problem'
import type { TwoStepRequest } from '@millwright/contract/wire/two-step'
import type { SessionProof } from '../../../../gateway/parts.ts'
import type { By } from '../../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Population } from '../authenticate.ts'
import type { Person } from '../directory.ts'
import type { Throttle } from '../throttle.ts'
import type { Challenges, OpenChallenge } from './challenges.ts'
import type { FactorChanges } from './factor-changes.ts'
import {
  hashOfWords,
  newOneTimeKey,
  newRecoveryCodes,
  readOneTimeCode,
  readRecoveryCode,
  sameOneTimeKey,
  stepOf,
} from './factor-secrets.ts'
import type { Factors, FactorsOf } from './factors.ts'
import { credentialIn, requestOptions, siteOf, verifiedUse } from './passkeys.ts'
import { isRequired, type PolicyStore } from './policy.ts'

/** The data of a person that the second step needs. */
export interface StepPerson {
  readonly id: number
  readonly email: string
  readonly isAdmin: boolean
  readonly tokenGeneration: number
}

export function stepPersonOf({ id, email, user, tokenGeneration }: Person): StepPerson {
  return { id, email, isAdmin: user.is_sys_admin, tokenGeneration }
}

/** A person who has completed the second step. */
export interface Proved {
  readonly id: number
  readonly forever: boolean
  /** New codes if this proof also set up the first factor, otherwise empty. */
  readonly recoveryCodes: readonly string[]
}

/** Requires and verifies the second step when people sign in (docs/wire/two-step.md). */
export interface SecondStep {
  /** Whether the person cannot sign in with one factor alone. */
  isNeeded(person: StepPerson): Promise<boolean>
  /** Whether the person has a second factor, where two-step sign-in is enabled. */
  hasFactor(person: StepPerson): Promise<boolean>
  /** Throws a 401 with a challenge if the second step is required. */
  demand(person: StepPerson, forever: boolean, origin: string): Promise<void>
  /** Repeats the 401 that issued a challenge, for requests with the challenge only. */
  repeat(challenge: string, population: Population, origin: string): Promise<Problem>
  /** Throws a 401 for a wrong, used or late code, and a 429 after too many. */
  proveByCode(challenge: string, code: string, population: Population, by: By): Promise<Proved>
  /** Like `proveByCode`, for a request that also contains the password. */
  checkCode(person: StepPerson, code: string, address: string): Promise<void>
  /** `sent`: the browser's response. */
  proveByPasskey(challenge: string, sent: unknown, population: Population, origin: string): Promise<Proved>
  /** Issues a challenge for any owner of a passkey. */
  invite(origin: string): Promise<TwoStepRequest>
}

/** Throws a 401 for people who are inactive or of the other kind. */
type FindPerson = (userId: number, population: Population) => Promise<StepPerson>

export interface SecondStepParts {
  readonly clock: Clock
  readonly policy: PolicyStore
  readonly factors: Factors
  readonly changes: FactorChanges
  readonly challenges: Challenges
  readonly throttle: Throttle
  readonly personOf: FindPerson
}

/** In seconds. */
export const answerTime = 300
/** In seconds. Longer, as people may have to install an app first. */
export const enrolTime = 900

/** For sessions started with both steps. */
export const provedTwice: SessionProof = { twoStep: true }

/** The name of the instance in authenticator apps. */
export const issuer = 'Millwright'

export function createSecondStep(parts: SecondStepParts): SecondStep {
  const { clock, policy, factors, changes, challenges, throttle, personOf } = parts

  async function isNeeded({ id, isAdmin }: StepPerson): Promise<boolean> {
    const mode = await policy.read()
    return mode !== 'off' && (isRequired(mode, isAdmin) || hasFactor(await factors.of(id)))
  }

  async function demand(person: StepPerson, forever: boolean, origin: string): Promise<void> {
    if (!(await isNeeded(person))) return
    const known = await factors.of(person.id)
    const request = hasFactor(known)
      ? await requestFor(person, known, forever, origin)
      : requestToEnrol(person, forever)
    throw demandOf(request)
  }

  async function requestFor(
    { id, tokenGeneration: generation }: StepPerson,
    known: FactorsOf,
    forever: boolean,
    origin: string,
  ): Promise<TwoStepRequest> {
    const options = await optionsFor(known, origin)
    const nonce = options === null ? {} : { nonce: options.challenge }
    const challenge = challenges.issue({ purpose: 'sign-in', user: id, generation, forever, ...nonce }, answerTime)
    return describedRequest(challenge, answerTime, known, options)
  }

  function requestToEnrol({ id, email, tokenGeneration }: StepPerson, forever: boolean): TwoStepRequest {
    const enrol = newOneTimeKey(issuer, email)
    const content = { purpose: 'sign-in', user: id, generation: tokenGeneration, forever } as const
    return {
      challenge: challenges.issue({ ...content, secret: enrol.secret }, enrolTime),
      expires_in: enrolTime,
      methods: [],
      enrol,
    }
  }

  /** Repeats a challenge without extending its validity. */
  async function repeat(challenge: string, population: Population, origin: string): Promise<Problem> {
    const open = await challenges.open(challenge, 'sign-in')
    const person = await ownerOf(open, population)
    const left = open.until - Math.floor(clock() / 1000)
    const known = await factors.of(person.id)
    if (open.secret === undefined) {
      return demandOf(describedRequest(challenge, left, known, await optionsFor(known, origin, open.nonce)))
    }
    const enrol = sameOneTimeKey(issuer, person.email, open.secret)
    return demandOf({ challenge, expires_in: left, methods: [], enrol })
  }

  /** The challenge ends with the person's sessions. */
  async function ownerOf(open: OpenChallenge, population: Population): Promise<StepPerson> {
    const person = await personOf(open.user ?? 0, population)
    if (person.tokenGeneration !== open.generation) throw wrongCode()
    return person
  }

  async function checkCode(person: StepPerson, code: string, address: string): Promise<void> {
    const attempt = await throttle.attempt(attemptsOf(person), address)
    if (!(await isRight(person.id, code))) throw wrongCode()
    await attempt.succeeded()
  }

  async function isRight(id: number, typed: string): Promise<boolean> {
    const code = readOneTimeCode(typed)
    if (code === null) {
      const words = readRecoveryCode(typed)
      return words !== null && factors.useRecoveryCode(id, hashOfWords(words))
    }
    const known = await factors.secretOf(id)
    const step = known === null ? null : stepOf(code, known.secret, clock())
    return step !== null && factors.useStep(id, step)
  }

  async function enrolled(person: StepPerson, open: OpenChallenge, code: string, by: By): Promise<Proved> {
    const { secret = '' } = open
    const attempt = await throttle.attempt(attemptsOf(person), by.address)
    if (hasFactor(await factors.of(person.id))) throw wrongCode()
    const digits = readOneTimeCode(code)
    const step = digits === null ? null : stepOf(digits, secret, clock())
    if (step === null) throw wrongCode()
    await attempt.succeeded()
    await open.use()
    const recoveryCodes = newRecoveryCodes()
    await changes.setOneTimeCode(person.id, secret, step, recoveryCodes, by)
    return { id: person.id, forever: open.forever, recoveryCodes }
  }

  return {
    isNeeded,
    hasFactor: async ({ id }) => (await policy.read()) !== 'off' && hasFactor(await factors.of(id)),
    demand,
    repeat,
    checkCode,

    async proveByCode(challenge, code, population, by) {
      const open = await challenges.open(challenge, 'sign-in')
      const person = await ownerOf(open, population)
      if (open.secret !== undefined) return enrolled(person, open, code, by)
      await checkCode(person, code, by.address)
      await open.use()
      return { id: person.id, forever: open.forever, recoveryCodes: [] }
    },

    async proveByPasskey(challenge, sent, population, origin) {
      const open = await challenges.open(challenge, 'sign-in', 'passkey-sign-in')
      const passkey = await factors.passkey(credentialIn(sent))
      const alone = open.purpose === 'passkey-sign-in'
      if (alone && (await policy.read()) === 'off') throw wrongPasskey()
      if (passkey === null || open.nonce === undefined || (!alone && passkey.user_id !== open.user))
        throw wrongPasskey()
      const person = alone ? await personOf(passkey.user_id, population) : await ownerOf(open, population)
      const counter = await verifiedUse(sent, passkey, { site: siteOf(origin), nonce: open.nonce, alone })
      if (counter === null) throw wrongPasskey()
      await open.use()
      if (!(await factors.usePasskey(passkey, counter))) throw wrongPasskey()
      return { id: person.id, forever: open.forever, recoveryCodes: [] }
    },

    async invite(origin) {
      const passkey = await requestOptions(siteOf(origin), null)
      const content = { purpose: 'passkey-sign-in', user: null, generation: 0, forever: false } as const
      const challenge = challenges.issue({ ...content, nonce: passkey.challenge }, answerTime)
      return { challenge, expires_in: answerTime, methods: ['passkey'], passkey }
    },
  }
}

export function hasFactor({ oneTimeCode, passkeys }: FactorsOf): boolean {
  return oneTimeCode !== null || passkeys.length > 0
}

/** `null` if the person has no passkey, or the challenge was issued without one. */
async function optionsFor({ passkeys }: FactorsOf, origin: string, nonce?: string) {
  return passkeys.length === 0 ? null : await requestOptions(siteOf(origin), passkeys, nonce)
}

function describedRequest(
  challenge: string,
  expires_in: number,
  { oneTimeCode, recoveryCodes }: FactorsOf,
  passkey: object | null,
): TwoStepRequest {
  return {
    challenge,
    expires_in,
    methods: [
      ...(passkey === null ? [] : ['passkey' as const]),
      ...(oneTimeCode === null ? [] : ['code' as const]),
      ...(recoveryCodes === 0 ? [] : ['recovery_code' as const]),
    ],
    ...(passkey === null ? {} : { passkey }),
  }
}

const demandOf = (request: TwoStepRequest) => new Problem(401, sentenceFor(request), { context: { two_step: request } })

/** Separate from passwords: knowing one of the two must not allow more attempts at the other. */
const attemptsOf = ({ id }: StepPerson) => `second step ${id}`

function sentenceFor({ methods, enrol }: TwoStepRequest): string {
  if (enrol !== undefined)
    return 'This instance requires two-step sign-in: set up an app for one-time codes to sign in.'
  const way = methods.includes('code') ? 'a one-time code' : methods.includes('passkey') ? 'a passkey' : 'a code'
  return `The password is right; ${way} is needed too. Programs that cannot send one use an app password.`
}

const wrongCode = () => new Problem(401, 'This code is wrong, or has already been used.')
const wrongPasskey = () => new Problem(401, 'This passkey does not belong to this account.')
