// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The options that several commands share, and checks of a command line before the command runs: rejects files that are
 * both read and written, and explains mistakes with a suggested correction. Also writes the man pages.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.argument;
