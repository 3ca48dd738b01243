import type { InputRequests, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server'
import type { Sdk } from '../../subjects/integrations/mcp/protocol/mcp-handler.ts'
import { type ConformanceTools, saidBack } from './conformance-tools.ts'

/** Tools that request input from the person or the client. */
export function askForTools(sdk: Sdk, codec: RequestStateCodec): ConformanceTools {
  const { inputRequired, acceptedContent, inputResponse } = sdk

  const forText = (message: string, name: string) => {
    const properties = { [name]: { type: 'string' as const } }
    return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [name] } })
  }
  const forYes = (message: string) => {
    const properties = { ok: { type: 'boolean' as const } }
    return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: ['ok'] } })
  }
  const forModel = (text: string, maxTokens: number) =>
    inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens })

  const nameIn = ({ mcpReq }: ServerContext, key: string, member: string): string | null => {
    const value: unknown = acceptedContent(mcpReq.inputResponses, key)?.[member]
    return typeof value === 'string' ? value : null
  }
  const has = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing'
  const asking = async (inputRequests: InputRequests, state?: unknown) =>
    inputRequired({ inputRequests, ...(state === undefined ? {} : { requestState: await codec.mint(state) }) })

  const greet = async (context: ServerContext) => {
    const name = nameIn(context, 'user_name', 'name')
    return name === null ? asking({ user_name: forText('What is your name?', 'name') }) : saidBack(`Hello, ${name}!`)
  }
  const confirmed = async (context: ServerContext) => {
    const isKnown = context.mcpReq.requestState() !== undefined && has(context, 'confirm')
    return isKnown ? saidBack('state-ok') : asking({ confirm: forYes('Please confirm') }, { step: 1 })
  }

  return {
    test_input_required_result_elicitation: greet,
    test_streaming_elicitation: greet,
    test_input_required_result_request_state: confirmed,
    test_input_required_result_tampered_state: confirmed,
    test_input_required_result_sampling: async (context) =>
      has(context, 'capital_question')
        ? saidBack(JSON.stringify(context.mcpReq.inputResponses?.capital_question))
        : asking({ capital_question: forModel('What is the capital of France?', 100) }),
    test_input_required_result_list_roots: async (context) =>
      has(context, 'client_roots')
        ? saidBack(JSON.stringify(context.mcpReq.inputResponses?.client_roots))
        : asking({ client_roots: inputRequired.listRoots() }),
    test_input_required_result_multiple_inputs: async (context) =>
      ['user_name', 'greeting', 'client_roots'].every((key) => has(context, key))
        ? saidBack('All of it is here.')
        : asking(
            {
              user_name: forText('What is your name?', 'name'),
              greeting: forModel('Generate a greeting', 50),
              client_roots: inputRequired.listRoots(),
            },
            { step: 1 },
          ),
    test_input_required_result_multi_round: async (context) => {
      if (has(context, 'step2')) return saidBack('Two rounds are over.')
      return has(context, 'step1')
        ? asking({ step2: forText('Step 2: What is your favorite color?', 'color') }, { step: 2 })
        : asking({ step1: forText('Step 1: What is your name?', 'name') }, { step: 1 })
    },
    test_input_required_result_capabilities: async ({ mcpReq }) => {
      const declared: unknown = Reflect.get(mcpReq.envelope ?? {}, 'io.modelcontextprotocol/clientCapabilities')
      const can = (name: string) => typeof declared === 'object' && declared !== null && name in declared
      return asking({
        ...(can('sampling') && { greeting: forModel('Generate a greeting', 50) }),
        ...(can('elicitation') && { user_name: forText('What is your name?', 'name') }),
      })
    },
  }
}
