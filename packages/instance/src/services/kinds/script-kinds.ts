import { excelConfig, scriptConfig } from '@millwright/contract/service-config/script'
import { type ServiceKind, serviceKind } from '../service-kind.ts'

function script(name: string, language: string, known = language): ServiceKind {
  return serviceKind({
    name,
    label: language,
    group: 'Script',
    description: `Answers requests by a script of your own in ${known}.`,
    tier: 'SILVER',
    definitionEditable: true,
    config: scriptConfig,
  })
}

export const scriptKinds: readonly ServiceKind[] = [
  script('nodejs', 'Node.js', 'JavaScript'),
  script('php', 'PHP'),
  script('python', 'Python', 'Python 2'),
  script('python3', 'Python3', 'Python 3'),
  serviceKind({
    name: 'excel',
    label: 'Excel',
    group: 'Excel',
    description: 'Reads the rows of spreadsheets in a file service.',
    tier: 'SILVER',
    config: excelConfig,
  }),
]
