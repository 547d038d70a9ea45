// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The options that several commands share, and checks before a command runs. Rejects files that are both read and
 * written, and suggests corrections for mistakes. Also writes the man pages.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.argument;
