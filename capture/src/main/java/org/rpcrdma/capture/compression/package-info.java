// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: decompresses capture files: gzip, Zstandard and LZ4. */
package org.rpcrdma.capture.compression;
