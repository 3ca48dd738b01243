import { scriptConfig } from '@millwright/contract/service-config/script'
import type { ScriptLanguage } from '../../../gateway/ports/script-runner.ts'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { isInstalled } from './run/installed.ts'
import { queueDelayProblem } from './services/queue-delay.ts'
import { createScriptService } from './services/script-service.ts'

function script(name: ScriptLanguage, language: string, known = language): ServiceKind {
  return serviceKind({
    name,
    label: language,
    group: 'Script',
    description: `Answers requests with your own script in ${known}.`,
    tier: 'SILVER',
    definitionEditable: true,
    config: scriptConfig,
    readsLookups: true,
    check: queueDelayProblem,
    isAvailable: () => isInstalled(name),
    make: (made) => createScriptService(name, made),
  })
}

export const scriptKinds: readonly ServiceKind[] = [
  script('nodejs', 'Node.js', 'JavaScript'),
  script('php', 'PHP'),
  script('python', 'Python', 'the Python that the command python starts'),
  script('python3', 'Python3', 'Python 3'),
]
