// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Serves all commands on the terminal: exit codes, results as text and JSON, progress, and the options that choose
 * the simulated hardware.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.console;
