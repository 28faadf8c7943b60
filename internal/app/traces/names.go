package traces

import (
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
)

// The names of spans and attributes: those of the semantic conventions, of which databases and HTTP are stable, and
// messaging and GraphQL are not. What they have no name for begins with carpeta.

// The systems that are called.
var (
	dynamoDB = semconv.DBSystemNameAWSDynamoDB
	rabbitMQ = semconv.MessagingSystemRabbitMQ
)

// The attributes of spans.
const (
	errorType     = semconv.ErrorTypeKey
	httpMethod    = semconv.HTTPRequestMethodKey
	httpRoute     = semconv.HTTPRouteKey
	httpStatus    = semconv.HTTPResponseStatusCodeKey
	urlScheme     = semconv.URLSchemeKey
	serverAddress = semconv.ServerAddressKey

	operationType = semconv.GraphQLOperationTypeKey
	documentHash  = attribute.Key("graphql.document.hash") // proposed for the conventions: semantic-conventions, pull request 3515

	dbOperation = semconv.DBOperationNameKey
	storeMethod = attribute.Key("carpeta.store.operation") // of the store's port, such as Iniciar

	messageID          = semconv.MessagingMessageIDKey
	messageSaga        = semconv.MessagingMessageConversationIDKey // eventoId
	messageKey         = semconv.MessagingRabbitMQDestinationRoutingKeyKey
	messageDestination = semconv.MessagingDestinationNameKey
	messageOperation   = semconv.MessagingOperationNameKey
	messageKind        = semconv.MessagingOperationTypeKey
	messageAttempt     = attribute.Key("carpeta.intento")

	deletions  = attribute.Key("carpeta.eliminaciones") // that a span executes
	rolesOf    = attribute.Key("carpeta.papeles")
	spanDirect = "documento.deletion.direct"
)
