// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: decompresses capture files in gzip, Zstandard and LZ4 format. */
package org.rpcrdma.capture.compression;
