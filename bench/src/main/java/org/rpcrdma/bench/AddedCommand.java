// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.concurrent.Callable;

/**
 * A command that an artifact above adds to {@code rpcrdma}: a picocli command with its annotations, which returns the
 * exit code.
 *
 * <p>A service: the command line finds those on its class path, and lists them behind its own.
 */
public interface AddedCommand extends Callable<Integer> {}
