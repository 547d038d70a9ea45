// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * The rights of clients of an export.
 *
 * @param readOnly true if clients may not change anything.
 * @param squashRoot true if a client's root has no special rights.
 * @param allowed the addresses that may mount it and call.
 */
record ExportOptions(boolean readOnly, boolean squashRoot, Allowed allowed) {}
