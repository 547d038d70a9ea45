// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes files atomically, and explains why a file cannot be used.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.file;
