// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.rnic.config.RegistrationDesign;

/**
 * How a device registers memory.
 *
 * @param design      where it takes memory keys from.
 * @param memlock     maximum bytes that the process may pin.
 * @param keyBytes    memory of a key's context, in bytes.
 * @param pageBytes   memory of a key per page that it can translate, in bytes.
 * @param largestPage the largest page of a region's translations, in bytes; a power of two.
 */
public record RegistrationSettings(
        RegistrationDesign design, long memlock, int keyBytes, int pageBytes, int largestPage) {}
