import type { Forward } from '../../../gateway/gateway.ts'
import { inWhole } from '../../../gateway/in-whole.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Docs } from '../../ground/docs/docs.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'
import type { SystemResource } from '../../ground/system/system-resource.ts'
import type { CallParts } from './call-endpoint.ts'
import { customApiDeclaration } from './custom-api.ts'
import { createCustomApiComparisonResource } from './custom-api-comparison.ts'
import { createCustomApiResources } from './custom-api-resources.ts'
import { createCustomApiTestResource } from './custom-api-test.ts'
import { createDesigner, withDesigner } from './designer.ts'
import { createDescribeDraft } from './draft-document.ts'
import { createLookedUpNames } from './looked-up-names.ts'
import { createNoticedProblems } from './noticed-problems.ts'
import type { TrialCallers } from './trial-caller.ts'

interface CustomApis {
  readonly declaration: ResourceDeclaration
  readonly resources: readonly SystemResource[]
  /** Adds the service `api_builder`. */
  withDesigner(registry: Registry, docs: Pick<Docs, 'written'>): Registry
}

/** Custom APIs: their resources, and their addresses for clients of other servers (docs/wire/custom-apis.md). */
export function createCustomApis(
  parts: Parts,
  { find }: Pick<Registry, 'find'>,
  forward: Forward,
  counted: Forward,
  callers: TrialCallers,
): CustomApis {
  const names = createLookedUpNames(find)
  const calling: CallParts = {
    parts,
    call: counted,
    inWhole: async (name, work, how) => inWhole(await find(name), work, how),
  }
  const declaration = customApiDeclaration(parts, names, calling)
  return {
    declaration,
    resources: [
      ...createCustomApiResources(declaration, parts, names, createNoticedProblems(parts, find)),
      createCustomApiTestResource(parts, { call: counted, find, ...callers }),
      createCustomApiComparisonResource(parts),
    ],
    withDesigner: (registry, docs) =>
      withDesigner(registry, createDesigner({ registry, forward, describeDraft: createDescribeDraft(parts, docs) })),
  }
}
