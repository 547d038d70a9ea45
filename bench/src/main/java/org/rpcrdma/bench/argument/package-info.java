// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks a command line before a command runs: refuses files that are both read and written, and explains mistakes
 * in arguments with the probable correction. Writes the commands' man pages.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.argument;
