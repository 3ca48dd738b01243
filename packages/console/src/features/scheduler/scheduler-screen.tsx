import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { ListScreen, useCreateHash } from '../../widgets/list/list-screen/list-screen.tsx'
import { Licensed } from '../../widgets/list/paywall/licensed.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { taskMessages } from './messages.ts'
import { taskList } from './task-list.tsx'

const TaskEditor = lazy(() => import('./task-editor.tsx').then((module) => ({ default: module.TaskEditor })))

/** The Scheduler tab: the list of tasks, and the form of a task over it. */
export function SchedulerScreen() {
  const { id = null } = useParams({ strict: false })
  const plus = hasFeature(useEnvironment(), 'scheduler-plus')
  const [saved, setSaved] = useState<RecordId | null>(null)
  useCreateHash('/scheduler')
  return (
    <ListScreen
      title={taskMessages.module}
      purpose={taskMessages.purpose}
      path="/scheduler"
      creating={id === newRecord}
    >
      <Licensed
        resources={['scheduler']}
        serviceName={taskMessages.module}
        name="Scheduler"
        level="GOLD"
        messages={taskMessages}
      >
        <Tasks openId={id} flashId={saved} plus={plus} />
        {id === null ? null : (
          <Suspense fallback={null}>
            <TaskEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
          </Suspense>
        )}
      </Licensed>
    </ListScreen>
  )
}

interface TasksProps {
  openId: string | null
  flashId: RecordId | null
  plus: boolean
}

function Tasks({ plus, ...open }: TasksProps) {
  const queryClient = useQueryClient()
  const services = useServiceList()?.services ?? null
  const declaration = useMemo(() => taskList({ queryClient, services, plus }), [queryClient, services, plus])
  return <RecordList declaration={declaration} {...open} />
}
