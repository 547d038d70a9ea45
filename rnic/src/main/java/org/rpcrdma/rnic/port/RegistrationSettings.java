// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.rnic.config.RegistrationDesign;

/**
 * A device's settings for memory registration.
 *
 * @param design      the source of the device's memory keys.
 * @param memlock     the maximum number of bytes that the process may pin.
 * @param keyBytes    the size of a key's context, in bytes.
 * @param pageBytes   the size of a key's translation entry per page, in bytes.
 * @param largestPage the largest page of a region's translations, in bytes; a power of two.
 */
public record RegistrationSettings(
        RegistrationDesign design, long memlock, int keyBytes, int pageBytes, int largestPage) {}
