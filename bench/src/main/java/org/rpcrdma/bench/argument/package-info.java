// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Options that several commands share, and the checks that precede every command. The checks reject files that are both
 * read and written, and suggest corrections for mistakes. This package also writes the man pages.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.argument;
