import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { counted } from '@millwright/connector/counted'
import type { ConfigExport, ConfigLayout, ConfigPlan, ManagedRecords } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { writeFolder } from '@millwright/instance/subjects/operation/config-as-code/folder/folder-on-disk'
import {
  type AskedFolder,
  folderRequest,
  ownerOf,
  placedRefusal,
} from '@millwright/instance/subjects/operation/config-as-code/folder/folder-request'
import { writtenFiles } from '@millwright/instance/subjects/operation/config-as-code/folder/written-folder'
import type { Invocation } from '../flags.ts'
import { planText } from './plan-text.ts'
import { onTarget, type Target, Unreached } from './target.ts'

/** Exit codes: something is to be done, and nothing is, or it is done. */
const pending = 2
const done = 0

/** Most secrets that an export names. */
const mostNamed = 3

const unknownOutcome = 'Plan again to see whether it was applied: an apply is made as a whole or not at all.'

/** `millwright config export DIR`: writes the configuration of an instance into a folder. */
export async function exportConfig(invocation: Invocation): Promise<number> {
  const {
    flags,
    operands: [folder = ''],
    print,
  } = invocation
  return onTarget(invocation, async (target, layout) => {
    // The shape is that of the instance's own answer.
    const params = typeof flags.schema === 'string' ? { schema: flags.schema } : {}
    const exported = (await target.ask({ verb: 'GET', path: 'system/config', params })) as ConfigExport
    const owner = typeof flags.owner === 'string' ? flags.owner : 'default'
    const placeholders = flags.placeholders === true
    await writeFolder(folder, new Map(writtenFiles(exported, layout, { owner, placeholders })), flags.force === true)
    const secrets = exported.records.flatMap(({ type, name, secrets: paths }) =>
      paths.map((path) => `${path} of ${type} ${name}`),
    )
    print(`${folder} has ${counted(exported.records.length, 'record')} of ${target.name}.`)
    if (secrets.length > 0 && !placeholders) {
      const more = secrets.length > mostNamed ? [`${secrets.length - mostNamed} more`] : []
      print(`${counted(secrets.length, 'secret')} left out: ${[...secrets.slice(0, mostNamed), ...more].join(', ')}.`)
      print(
        'They stay as they are where the folder is applied. With --placeholders, environment variables stand for them.',
      )
    }
    return done
  })
}

function writePlan(file: string, plan: AskedFolder): Promise<void> {
  return writeFile(file, `${JSON.stringify(plan, null, 2)}\n`).catch((error: Error) => {
    throw new Error(`The plan cannot be written: ${error.message}.`)
  })
}

/** `millwright config plan DIR`: shows what an apply would change; exit code 2 if it is anything. */
export async function planConfig(invocation: Invocation): Promise<number> {
  const {
    flags,
    operands: [folder = ''],
    print,
  } = invocation
  return onTarget(invocation, async (target, layout) => {
    const wanted = wantedIn(folder, flags)
    await tellOfOverlay(target, wanted, invocation)
    const plan = await askForPlan(target, layout, wanted, invocation, { plan: 'true' })
    if (typeof flags.out === 'string') await writePlan(flags.out, { ...wanted, plan: plan.plan })
    show(plan, flags, print)
    return plan.changes.length === 0 ? done : pending
  })
}

/** `millwright config apply DIR|PLAN`: makes an instance as its folder says, or exactly what a plan shows. */
export async function applyConfig(invocation: Invocation): Promise<number> {
  const {
    flags,
    operands: [place = ''],
    print,
  } = invocation
  const isFolder = (await stat(place).catch(() => null))?.isDirectory() === true
  const wanted = isFolder ? wantedIn(place, flags) : await wantedByPlan(place)
  return onTarget(invocation, async (target, layout) => {
    await tellOfOverlay(target, wanted, invocation)
    const applied = askForPlan(target, layout, wanted, invocation, {}).catch((error: unknown) => {
      throw error instanceof Unreached ? new Error(`${error.message} ${unknownOutcome}`) : error
    })
    show(await applied, flags, print)
    return done
  })
}

/** `millwright config drift DIR`: shows where an instance differs from a folder, whatever its placeholders are; exit code 2 if it does. */
export async function configDrift(invocation: Invocation): Promise<number> {
  const {
    flags,
    operands: [folder = ''],
    print,
  } = invocation
  return onTarget(invocation, async (target, layout) => {
    const planRequest = wantedIn(folder, flags)
    const overlay = planRequest.overlay ?? (await appliedOverlay(target, planRequest.folder))
    const plan = await askForPlan(target, layout, { ...planRequest, overlay }, invocation, { drift: 'true' })
    if (overlay !== planRequest.overlay && flags.json !== true) {
      print(`Compared with the overlay '${overlay}', which was applied last.`)
    }
    const changes = plan.changes.filter(({ action }) => action !== 'adopt')
    show({ ...plan, changes }, flags, print)
    return changes.length === 0 ? done : pending
  })
}

/** Says that values of an overlay would be undone, if the last apply used one and this one does not. */
async function tellOfOverlay(
  target: Target,
  { folder, overlay }: AskedFolder,
  { flags, print }: Invocation,
): Promise<void> {
  if (overlay !== null || flags.json === true) return
  const last = await appliedOverlay(target, folder)
  if (last !== null)
    print(`The last apply used the overlay '${last}'; without --overlay ${last}, its values are undone.`)
}

/** The overlay that the last apply of a folder used; `null`: none, or none that changed anything. */
async function appliedOverlay(target: Target, folder: string): Promise<string | null> {
  const owner = ownerOf(folder)
  if (owner === null) return null
  // The shape is that of the instance's own answer.
  const { records } = (await target.ask({ verb: 'GET', path: 'system/config/managed' })) as ManagedRecords
  const files = records.flatMap((record) => (record.owner === owner ? [record.file ?? ''] : []))
  const names = files.flatMap((file) => /^overlays\/([^/]+)\//.exec(file)?.[1] ?? [])
  const [name] = new Set(names)
  return name ?? null
}

/** Secrets are not in it, so that a file with it can be kept. */
function wantedIn(folder: string, flags: Invocation['flags']): AskedFolder {
  return {
    folder: resolve(folder),
    overlay: typeof flags.overlay === 'string' ? flags.overlay : null,
    adopt: flags.adopt === true,
    prune: flags.prune !== false,
    allow_destroy: flags['allow-destroy'] === true,
    plan: null,
  }
}

async function wantedByPlan(file: string): Promise<AskedFolder> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no folder or plan ${file}.`)
  })
  const plan = parsed(text)
  if (!isRecord(plan) || typeof plan.folder !== 'string' || typeof plan.plan !== 'string') {
    throw new Error(`${file} is no plan. Make one with millwright config plan DIR --out FILE.`)
  }
  return {
    folder: plan.folder,
    overlay: typeof plan.overlay === 'string' ? plan.overlay : null,
    adopt: plan.adopt === true,
    prune: plan.prune !== false,
    allow_destroy: plan.allow_destroy === true,
    plan: plan.plan,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function askForPlan(
  target: Target,
  layout: ConfigLayout,
  wanted: AskedFolder,
  { env }: Pick<Invocation, 'env'>,
  params: Readonly<Record<string, string>>,
): Promise<ConfigPlan> {
  const { payload, records } = await folderRequest(wanted, layout, params.drift === undefined ? env : null)
  try {
    return (await target.ask({ verb: 'POST', path: 'system/config', params, payload })) as ConfigPlan
  } catch (error) {
    throw placedRefusal(error, records)
  }
}

function show(plan: ConfigPlan, flags: Invocation['flags'], print: Invocation['print']): void {
  if (flags.json === true) print(JSON.stringify(plan, null, 2))
  else for (const line of planText(plan, process.stdout.isTTY === true)) print(line)
}
