// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: decompresses capture files in the gzip, Zstandard and LZ4 formats. */
package org.rpcrdma.capture.compression;
