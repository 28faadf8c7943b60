// Says of each operation whether graphql-js would run it: node judge.mjs SCHEMA OPERATIONS VERDICTS.
// Operations and verdicts are lines of JSON. Nothing is executed.
import { readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, GraphQLError, Kind, parse, validate } from 'graphql'
import { buildExecutionContext } from 'graphql/execution/execute.js'

const [schemaFile, operationsFile, verdictsFile] = process.argv.slice(2)
const schema = buildSchema(readFileSync(schemaFile, 'utf8'))

// The scalars of the schema's own, as its descriptions have them.
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const dateTime = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const seconds = { s: 1, m: 60, h: 3600, d: 86400 }
const longest = 366 * 86400

const reads = {
  Long: (v) => Number.isSafeInteger(v),
  UUID: (v) => typeof v === 'string' && uuid.test(v),
  Duracion: (v) => {
    const parts = typeof v === 'string' && /^([1-9]\d{0,7})([smhd])$/.exec(v)
    return parts && parts[1] * seconds[parts[2]] <= longest
  },
  DateTime: (v) => {
    const parts = typeof v === 'string' && dateTime.exec(v)
    return parts && new Date(Date.UTC(parts[1], parts[2] - 1, parts[3])).getUTCDate() === Number(parts[3]) && parts[2] >= 1 && parts[2] <= 12
  },
}

reads.Instante = (v) => reads.Duracion(v) || reads.DateTime(v)

for (const [name, read] of Object.entries(reads)) {
  const type = schema.getType(name)
  type.parseValue = (v) => {
    if (!read(v)) throw new GraphQLError(`not a ${name}`)
    return v
  }
  type.parseLiteral = (node) => {
    if (node.kind === Kind.STRING) return type.parseValue(node.value)
    if (node.kind === Kind.INT) return type.parseValue(Number(node.value))
    throw new GraphQLError(`not a ${name}`, { nodes: node })
  }
}

function judge({ query, variables, operationName }) {
  let document
  try {
    document = parse(query)
  } catch (error) {
    return { stage: 'parse', message: error.message }
  }
  try {
    const wrong = validate(schema, document)
    if (wrong.length > 0) return { stage: 'validation', message: wrong[0].message }
  } catch (error) {
    return { stage: 'validation', message: `thrown: ${error.message}` }
  }
  const context = buildExecutionContext({ schema, document, variableValues: variables, operationName })
  if (Array.isArray(context)) return { stage: 'variables', message: context[0].message }
  return { stage: 'valid', message: '' }
}

const lines = readFileSync(operationsFile, 'utf8').split('\n').filter((line) => line !== '')
writeFileSync(verdictsFile, lines.map((line) => JSON.stringify(judge(JSON.parse(line)))).join('\n') + '\n')
