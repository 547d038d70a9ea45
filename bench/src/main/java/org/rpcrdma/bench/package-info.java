// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Implements the {@code rpcrdma} command line. Each command has a class, which parses the arguments, runs the command
 * and prints the result. Programs can use {@link org.rpcrdma.bench.ReceiveBufferComparison}, which runs the same
 * comparison as {@code rpcrdma compare} and accepts their own mappers.
 *
 * <p>The following packages do the work. Each package uses only packages that are listed below it:
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
