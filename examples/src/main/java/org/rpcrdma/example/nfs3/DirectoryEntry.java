// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * A name in a directory.
 *
 * @param cookie its place in listings, which it keeps as long as it is there.
 * @param name   its bytes, one a character (ISO 8859-1).
 * @param inode  what it names.
 */
record DirectoryEntry(long cookie, String name, long inode) {}
