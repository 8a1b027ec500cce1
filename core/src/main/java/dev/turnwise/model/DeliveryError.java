package dev.turnwise.model;

/**
 * Why a delivery failed.
 *
 * @param code what it is, for machines
 * @param message what it is, for people
 * @param retryable whether trying again can help
 */
public record DeliveryError(String code, String message, boolean retryable) {
  public DeliveryError {
    Checks.requireId("delivery_error.code", code);
    Checks.requireText("delivery_error.message", message);
  }
}
