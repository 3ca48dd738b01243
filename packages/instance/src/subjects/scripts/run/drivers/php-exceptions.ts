import { apiKeyHeader } from '@millwright/contract/headers'

/** Exceptions that scripts throw by their class, and the statuses that they become. */
const statuses = {
  BadRequestException: 400,
  InvalidJsonException: 400,
  BatchException: 400,
  UnauthorizedException: 401,
  PaymentRequiredException: 402,
  ForbiddenException: 403,
  NotFoundException: 404,
  MethodNotAllowedException: 405,
  ConflictException: 409,
  ConflictResourceException: 409,
  GoneException: 410,
  PreconditionFailedException: 412,
  UnprocessableEntityException: 422,
  TooManyRequestsException: 429,
  InternalServerErrorException: 500,
  NotImplementedException: 501,
  BadGatewayException: 502,
  ServiceUnavailableException: 503,
} as const

/** PHP knows classes in any case; the first part of their namespace is that of the wire's headers. */
const namespace = `${apiKeyHeader.split('-')[1]}\\Core\\Exceptions`

const base = `
class RestException extends \\Exception {
    protected $statusCode;
    protected $context;
    public function __construct($status = 500, $message = null, $code = null, $previous = null, $context = null) {
        $this->statusCode = (int) $status;
        $this->context = $context;
        parent::__construct((string) $message, (int) ($code ?? $status), $previous);
    }
    public function getStatusCode() { return $this->statusCode; }
    public function setStatusCode($status) { $this->statusCode = (int) $status; return $this; }
    public function getContext() { return $this->context; }
}
class DfException extends RestException {}
`

const classes = Object.entries(statuses).map(
  ([name, status]) => `class ${name} extends RestException {
    public function __construct($message = null, $code = null, $previous = null, $context = null) {
        parent::__construct(${status}, $message, $code, $previous, $context);
    }
}`,
)

/** Declares them; to be run before anything else. */
export const restExceptions = `eval(<<<'PHP'
namespace ${namespace};
${base}${classes.join('\n')}
PHP
);`
