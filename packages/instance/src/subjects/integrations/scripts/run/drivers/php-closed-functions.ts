/** Functions that scripts do not need to process values: files, processes, sockets, settings. */
export const closedToPhp = `
  exec shell_exec system passthru popen proc_open proc_close proc_terminate proc_get_status proc_nice
  dl putenv getenv apache_setenv mail error_log syslog openlog closelog phpinfo php_uname sys_getloadavg get_cfg_var
  ini_set ini_alter ini_restore ini_get_all set_time_limit ignore_user_abort set_include_path chdir chroot getcwd
  fsockopen pfsockopen stream_socket_client stream_socket_server stream_socket_pair stream_socket_accept
  stream_wrapper_register stream_wrapper_restore stream_wrapper_unregister stream_context_create stream_get_transports
  gethostbyname gethostbynamel gethostbyaddr dns_get_record dns_get_mx dns_check_record checkdnsrr getmxrr
  fopen file readfile file_get_contents file_put_contents parse_ini_file show_source highlight_file php_strip_whitespace
  opendir scandir dir glob mkdir rmdir unlink rename copy symlink link readlink linkinfo tempnam tmpfile touch chmod
  chown chgrp lchown lchgrp realpath disk_free_space disk_total_space move_uploaded_file fscanf ftok sem_get shm_attach
  pcntl_fork pcntl_exec pcntl_signal pcntl_alarm pcntl_wait pcntl_waitpid pcntl_unshare pcntl_rfork pcntl_setpriority
  pcntl_async_signals pcntl_signal_dispatch pcntl_sigprocmask posix_kill posix_getpwuid posix_setuid posix_mkfifo
  socket_create socket_create_listen socket_create_pair socket_import_stream curl_init curl_exec curl_multi_init
  openssl_pkey_get_private openssl_x509_read libxml_set_external_entity_loader simplexml_load_file
  cli_set_process_title
`
  .trim()
  .split(/\s+/)
