// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The command line {@code rpcrdma}: one class per command, which parses the arguments, runs the command and prints the
 * result. Programs use {@link org.rpcrdma.bench.ReceiveBufferComparison}, the comparison of {@code rpcrdma compare},
 * and can add their own mappers.
 *
 * <p>The packages below do the work. From top to bottom, each package uses only packages further down:
 *
 * <pre>
 *  argument      files that a command line names; man pages
 *  device        comparisons on a device of the host (probe measures it)
 *  pinning       registration of memory: perf reg
 *  compare       comparisons in the simulation
 *  trace  registration  perf  jvm
 *  load  host    the calls of clients; the times of a host
 *  console       exit codes, options and output that commands share
 *  file          files and why they cannot be used
 * </pre>
 */
package org.rpcrdma.bench;
