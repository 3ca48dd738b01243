<?php
// Exceptions that scripts throw by their class, and the statuses that they become. The namespace is that of the wire's headers; it is
// written in when the process starts.

namespace Exceptions;

class RestException extends \Exception {
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

abstract class StatusException extends RestException {
    protected const STATUS = 500;
    public function __construct($message = null, $code = null, $previous = null, $context = null) {
        parent::__construct(static::STATUS, $message, $code, $previous, $context);
    }
}

class BadRequestException extends StatusException { protected const STATUS = 400; }
class InvalidJsonException extends StatusException { protected const STATUS = 400; }
class BatchException extends StatusException { protected const STATUS = 400; }
class UnauthorizedException extends StatusException { protected const STATUS = 401; }
class PaymentRequiredException extends StatusException { protected const STATUS = 402; }
class ForbiddenException extends StatusException { protected const STATUS = 403; }
class NotFoundException extends StatusException { protected const STATUS = 404; }
class MethodNotAllowedException extends StatusException { protected const STATUS = 405; }
class ConflictException extends StatusException { protected const STATUS = 409; }
class ConflictResourceException extends StatusException { protected const STATUS = 409; }
class GoneException extends StatusException { protected const STATUS = 410; }
class PreconditionFailedException extends StatusException { protected const STATUS = 412; }
class UnprocessableEntityException extends StatusException { protected const STATUS = 422; }
class TooManyRequestsException extends StatusException { protected const STATUS = 429; }
class InternalServerErrorException extends StatusException { protected const STATUS = 500; }
class NotImplementedException extends StatusException { protected const STATUS = 501; }
class BadGatewayException extends StatusException { protected const STATUS = 502; }
class ServiceUnavailableException extends StatusException { protected const STATUS = 503; }
