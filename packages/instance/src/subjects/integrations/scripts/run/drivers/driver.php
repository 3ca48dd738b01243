<?php
// What the process of PHP scripts does, as the text of `php -r`; its argument is the number of bytes of output that are kept of a run.
// What scripts must not call is disabled from outside (launch.ts), what they may throw is declared before (exceptions.php).
(static function () {
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE;
    $state = (object) ['running' => false, 'output' => '', 'reserve' => str_repeat(' ', 65536), 'calls' => 0];
    $longest = (int) $_SERVER['argv'][1];

    $send = static function (array $message) use ($flags): void {
        $text = json_encode($message, $flags | JSON_THROW_ON_ERROR, 512) . "\n";
        for ($sent = 0; $sent < strlen($text); $sent += $written) {
            $written = fwrite(STDOUT, $sent === 0 ? $text : substr($text, $sent));
            if ($written === false || $written === 0) exit(1);
        }
    };
    $receive = static function (): string {
        $line = fgets(STDIN);
        if ($line === false) exit(0);
        return $line;
    };
    $texts = static function ($value): array {
        $found = [];
        foreach (is_array($value) ? $value : [] as $name => $each) {
            if ($each !== null) $found[$name] = is_scalar($each) ? (string) $each : json_encode($each);
        }
        return $found;
    };
    // A string that is no text is bytes: the value itself, or its content.
    $withBytes = static function ($value) use (&$withBytes) {
        if (is_string($value)) return preg_match('//u', $value) === 1 ? $value : ['type' => 'Buffer', 'data' => base64_encode($value)];
        if (is_array($value) && is_string($value['content'] ?? null)) $value['content'] = $withBytes($value['content']);
        return $value;
    };
    $call = static function ($verb, $path, $payload = null, $options = []) use ($send, $receive, $texts, $state, $withBytes) {
        if (!is_string($path)) throw new TypeError('The first argument of a call must be a path.');
        $given = is_array($options) ? $options : [];
        $split = array_key_exists('headers', $given) || array_key_exists('parameters', $given);
        $number = ++$state->calls;
        $send(['type' => 'call', 'call' => $number, 'verb' => strtoupper((string) $verb), 'path' => $path, 'payload' => $withBytes($payload),
            'headers' => (object) $texts($split ? ($given['headers'] ?? []) : $given),
            'parameters' => (object) $texts($given['parameters'] ?? [])]);
        do $answer = json_decode($receive(), true); while (($answer['call'] ?? null) !== $number);
        $type = $answer['content_type'];
        $given = is_array($answer['body']) ? base64_decode($answer['body']['data']) : $answer['body'];
        $content = !is_array($answer['body']) && str_contains((string) $type, 'json') ? json_decode($given, true) : $given;
        return ['status_code' => $answer['status'], 'content' => $content ?? $given, 'content_type' => $type,
            'format' => is_array($content) ? 'array' : 'raw', 'headers' => $answer['headers']];
    };
    $api = new class ($call) {
        public function __construct(private Closure $made) {}
        public function __get($verb): Closure {
            return fn (...$given) => ($this->made)(...($verb === 'call' ? $given : [$verb, ...$given]));
        }
        public function __call($verb, $given) {
            return ($this->$verb)(...$given);
        }
    };
    $store = new class ($call) {
        public function __construct(private Closure $made) {}
        public function get($name, $default = null) {
            $answer = ($this->made)('GET', 'store:' . $name);
            return $answer['status_code'] === 404 ? $default : $this->checked($answer)['value'] ?? null;
        }
        public function set($name, $value) {
            $this->checked(($this->made)('PUT', 'store:' . $name, $value));
        }
        private function checked(array $answer) {
            if ($answer['status_code'] < 400) return $answer['content'];
            throw new RuntimeException($answer['content']['error']['message'] ?? 'The value cannot be reached.');
        }
    };
    // Gives scripts the records of a body as one list, however they are wrapped: `records` refers to those of the body.
    $link = static function (array &$event, string $owner, string $member): Closure {
        if (!is_array($event[$owner] ?? null)) return static fn (array &$event) => null;
        $body = &$event[$owner][$member];
        $wrapped = is_array($body) && array_key_exists('resource', $body);
        if ($wrapped) $inner = &$body['resource'];
        else $inner = &$body;
        $isList = is_array($inner) && $inner !== [] && array_is_list($inner);
        foreach ($isList ? $inner : [] as $each) $isList = $isList && is_array($each) && !($each !== [] && array_is_list($each));
        $isOne = is_array($inner) && !array_is_list($inner) && array_diff(array_keys($inner), ['error', 'ids']) !== [];
        if ($isList) $event[$owner]['records'] = &$inner;
        else $event[$owner]['records'] = $isOne ? [&$inner] : [];
        return static function (array &$event) use ($owner, $member, $wrapped, $isList, $isOne): void {
            $now = $event[$owner]['records'] ?? null;
            if (is_array($event[$owner] ?? null)) unset($event[$owner]['records']);
            if (!is_array($now) || $isList || (!$isOne && $now === [])) return;
            $now = array_map(static fn ($each) => $each, array_values($now));
            $put = $isOne && count($now) === 1 ? $now[0] : $now;
            if ($wrapped) $event[$owner][$member]['resource'] = $put;
            elseif ($isOne && count($now) === 1) $event[$owner][$member] = $put;
            else $event[$owner][$member] = ['resource' => $now];
        };
    };
    $restore = static function ($value, $was) use (&$restore) {
        if (!is_array($value) || !is_object($was)) return $value;
        if ($value === []) return new stdClass();
        foreach ($value as $name => $each) {
            if (isset($was->$name)) $value[$name] = $restore($each, $was->$name);
        }
        return $value;
    };
    $told = static function (Throwable $error): array {
        $found = ['message' => $error->getMessage() ?: get_class($error), 'kind' => 'thrown'];
        if ($error instanceof ParseError) $found['kind'] = 'syntax';
        foreach ([['file' => $error->getFile(), 'line' => $error->getLine()], ...$error->getTrace()] as $at) {
            if (!str_ends_with($at['file'] ?? '', "eval()'d code")) continue;
            $found['line'] = $at['line'];
            break;
        }
        $code = $error->getCode();
        $status = method_exists($error, 'getStatusCode') ? $error->getStatusCode() : $error->status_code ?? $code;
        if (is_int($code) && $code !== 0) $found['code'] = $code;
        if (is_int($status) && $status >= 400 && $status < 600) $found['status'] = $status;
        return $found;
    };
    $written = static function () use ($state, $longest): string {
        while (ob_get_level() > 0) ob_end_clean();
        return strlen($state->output) > $longest ? substr($state->output, 0, $longest) . "\n…" : $state->output;
    };
    $warn = static function (int $level, string $text, string $file, int $line): bool {
        if (error_reporting() & $level) echo 'Warning: ', $text, ' (line ', $line, ")\n";
        return true;
    };
    $declared = static fn () => count(get_defined_functions()['user']) + count(get_declared_classes());

    register_shutdown_function(static function () use ($state, $send, $written) {
        if (!$state->running) return;
        $state->reserve = '';
        $last = error_get_last();
        $fatal = $last !== null && in_array($last['type'], [E_ERROR, E_CORE_ERROR, E_COMPILE_ERROR], true);
        $error = ['message' => $fatal ? explode("\n", $last['message'])[0] : 'The script ended itself.', 'kind' => 'thrown'];
        if ($fatal && str_contains($last['message'], 'memory')) $error = ['message' => '', 'kind' => 'memory'];
        elseif ($fatal) $error['line'] = $last['line'];
        $send(['type' => 'done', 'ok' => false, 'error' => $error, 'output' => $written(), 'last' => true]);
    });

    $body = static function ($source, $event, $platform) {
        return [eval($source), $event];
    };
    while (true) {
        $line = $receive();
        $message = json_decode($line, true);
        if (($message['type'] ?? null) !== 'run') continue;
        $before = $declared();
        $state->running = true;
        $state->output = '';
        set_error_handler($warn);
        ob_start(static function (string $text) use ($state, $longest): string {
            if (strlen($state->output) <= $longest) $state->output .= $text;
            return '';
        }, 4096);
        try {
            $source = preg_replace('/^\s*<\?php\b/', '', $message['source']);
            $platform = ['api' => $api, 'store' => $store, 'session' => $message['session'], 'config' => $message['config']];
            $received = $message['event']['request']['payload'] ?? null;
            if (is_array($received) && ($received['type'] ?? null) === 'Buffer' && is_string($received['data'] ?? null)) {
                $received = $message['event']['request']['payload'] = base64_decode($received['data']);
            }
            $links = [$link($message['event'], 'request', 'payload'), $link($message['event'], 'response', 'content')];
            [$returned, $event] = $body($source, $message['event'], $platform);
            foreach ($links as $unlink) $unlink($event);
            foreach (['request', 'response'] as $owner) {
                if (is_array($returned) && is_array($returned[$owner] ?? null)) unset($returned[$owner]['records']);
            }
            if (is_string($received) && ($event['request']['payload'] ?? null) === $received) {
                $event['request']['payload'] = preg_match('//u', $received) === 1 ? $received : null;
            }
            if (is_array($event['response'] ?? null)) $event['response'] = $withBytes($event['response']);
            $returned = $withBytes($returned);
            if (is_array($returned) && is_array($returned['response'] ?? null)) $returned['response'] = $withBytes($returned['response']);
            $output = $written();
            $done = ['ok' => true, 'event' => $restore($event, json_decode($line)->event), 'returned' => $returned];
            $state->running = false;
            $send(['type' => 'done', 'output' => $output, 'last' => $declared() !== $before] + $done);
        } catch (Throwable $error) {
            $state->running = false;
            $failed = ['ok' => false, 'error' => $told($error), 'last' => $declared() !== $before];
            $send(['type' => 'done', 'output' => $written()] + $failed);
        }
        while (set_error_handler(null) !== null) {
            restore_error_handler();
            restore_error_handler();
        }
    }
})();
