/** Version of the instance, its console and its command line, which are released together. */
export const version = '0.2.0'
