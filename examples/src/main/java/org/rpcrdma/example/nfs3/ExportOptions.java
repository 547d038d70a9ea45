// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * The clients' rights on an export.
 *
 * @param readOnly   true if clients may not change anything.
 * @param squashRoot true if a client's root user gets no special rights.
 * @param allowed    the addresses that may mount the export and call the server.
 */
record ExportOptions(boolean readOnly, boolean squashRoot, Allowed allowed) {}
