import type { EventPath } from '@millwright/connector/event-path'
import { excelConfig } from '@millwright/contract/service-config/script'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { createWorkbookService, workbookProblem } from './workbook-service.ts'

const paths: readonly EventPath[] = [
  { path: '', verbs: ['GET'] },
  { path: '_spreadsheet', verbs: ['GET'] },
  { path: '_spreadsheet/{spreadsheet_name}', verbs: ['GET'] },
  { path: '_spreadsheet/{spreadsheet_name}/{worksheet_name}', verbs: ['GET'] },
]

export const workbookKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'excel',
    label: 'Excel',
    group: 'Excel',
    description: 'Reads the rows of spreadsheets in a file service.',
    tier: 'SILVER',
    config: excelConfig,
    check: workbookProblem,
    trial: { resource: '_spreadsheet', params: {} },
    paths,
    make: createWorkbookService,
  }),
]
