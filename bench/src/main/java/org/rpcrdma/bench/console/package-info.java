// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Terminal support for all commands: exit codes, text output, tables and progress.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.console;
